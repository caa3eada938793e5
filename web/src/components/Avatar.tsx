import { initialOf } from '../data/person.ts';
import type { Person } from '../data/queries.ts';
import classes from './Avatar.module.css';

export type AvatarProps = {
  user: Person | undefined;
  /** Edge in pixels. */
  size: number;
  /** A photo that is not saved yet. */
  preview?: string | null;
  alt?: string;
};

/** The wearer's photo, or their initial. */
export function Avatar({ user, size, preview = null, alt = '' }: AvatarProps) {
  const photo = preview ?? user?.resizedPhoto ?? null;
  return (
    <span className={classes.avatar} style={{ width: size, height: size, fontSize: size * 0.42 }}>
      {photo && <img src={photo} alt={alt} width={size} height={size} />}
      {!photo && user && <span aria-hidden>{initialOf(user)}</span>}
    </span>
  );
}

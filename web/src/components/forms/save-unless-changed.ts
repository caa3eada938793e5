import { notifyError } from '../../data/notices.ts';
import { isSame } from './compared-values.ts';

export type Save<Stored> = {
  /** What the page knows as stored. */
  shown: Stored;
  /** Reads what is stored now; undefined when it is gone. */
  read: () => Promise<Stored | undefined>;
  write: () => Promise<unknown>;
  /** Says that others have saved, and that nothing was saved here. */
  replaced: string;
};

/** Saves, unless somebody else has saved meanwhile, which this page has not heard of. Returns whether it has saved. */
export async function saveUnlessChanged<Stored extends object>(save: Save<Stored>): Promise<boolean> {
  if (!isSame(await save.read(), save.shown)) {
    notifyError(save.replaced);
    return false;
  }
  await save.write();
  return true;
}

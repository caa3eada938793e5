import type { ReactNode } from 'react';
import { Logo } from '../../components/Logo.tsx';
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx';
import { Footer } from './Footer.tsx';
import classes from './frames.module.css';

export type FrameProps = {
  /** Content on the right side of the header. */
  actions: ReactNode;
  /** The maximum width of the page. */
  width: 'narrow' | 'text' | 'wide';
  children: ReactNode;
};

/** Header, page and footer. */
export function Frame({ actions, width, children }: FrameProps) {
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#page">
        Skip to the page
      </a>
      <header className={classes.header}>
        <Logo />
        <div className={classes.actions}>
          <ColorSchemeSwitch />
          {actions}
        </div>
      </header>
      <div className={classes[width]}>{children}</div>
      <Footer />
    </div>
  );
}

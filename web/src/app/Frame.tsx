import type { ReactNode } from 'react';
import { Logo } from '../ui/Logo.tsx';
import { Footer } from './Footer.tsx';
import classes from './frames.module.css';
import { SchemeSwitch } from './SchemeSwitch.tsx';

export type FrameProps = {
  /** What stands at the right of the header. */
  corner: ReactNode;
  /** How wide the page may become. */
  width: 'narrow' | 'text' | 'wide';
  children: ReactNode;
};

/** Header, page and footer. */
export function Frame({ corner, width, children }: FrameProps) {
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#page">
        Skip to the page
      </a>
      <header className={classes.header}>
        <Logo />
        <div className={classes.corner}>
          <SchemeSwitch />
          {corner}
        </div>
      </header>
      <div className={classes[width]}>{children}</div>
      <Footer />
    </div>
  );
}

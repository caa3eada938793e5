import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { Logo } from '../../components/Logo.tsx';
import { commonText } from '../../text/common.ts';
import { ErrorPage } from '../ErrorPage.tsx';
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

/** Header, page and footer. A page that fails leaves header and footer in place. */
export function Frame({ actions, width, children }: FrameProps) {
  const { pathname } = useLocation();
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#page">
        {commonText.frame.skipToPage}
      </a>
      <header className={classes.header}>
        <Logo />
        <div className={classes.actions}>
          <ColorSchemeSwitch />
          {actions}
        </div>
      </header>
      <div className={classes[width]}>
        <ErrorBoundary resetKey={pathname} fallback={(retry) => <ErrorPage onRetry={retry} />}>
          {children}
        </ErrorBoundary>
      </div>
      <Footer />
    </div>
  );
}

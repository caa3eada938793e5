import { Outlet, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { Frame } from './Frame.tsx';
import classes from './frames.module.css';
import { HeaderActions } from './HeaderActions.tsx';

const steps = ['Sign up', 'CGM Connection setup', 'Range setup'];

function currentStep(pathname: string): number {
  if (pathname === paths.connectionSetup) return 1;
  return pathname === paths.rangeSetup ? 2 : 0;
}

/** Header with the three steps of the sign-up, and footer. */
export function SignUpFrame() {
  const { pathname } = useLocation();
  return (
    <Frame width="narrow" actions={<HeaderActions />}>
      <Steps current={currentStep(pathname)} />
      <Outlet />
    </Frame>
  );
}

function Steps({ current }: { current: number }) {
  return (
    <section aria-label="Steps to set up your account">
      <ol className={classes.steps} aria-label="Steps">
        {steps.map((step, index) => (
          <li
            key={step}
            className={classes.step}
            aria-current={index === current ? 'step' : undefined}
            data-done={index < current || undefined}
          >
            <span>Step {index + 1}</span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

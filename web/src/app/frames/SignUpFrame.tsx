import { Outlet, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';
import { Frame } from './Frame.tsx';
import classes from './frames.module.css';
import { HeaderActions } from './HeaderActions.tsx';

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
  const { signUp, connection, range } = commonText.setupSteps;
  return (
    <section aria-label={commonText.setupSteps.section}>
      <ol className={classes.steps} aria-label={commonText.setupSteps.list}>
        {[signUp, connection, range].map((step, index) => (
          <li
            key={step}
            className={classes.step}
            aria-current={index === current ? 'step' : undefined}
            data-done={index < current || undefined}
          >
            <span>{commonText.setupSteps.number({ number: index + 1 })}</span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

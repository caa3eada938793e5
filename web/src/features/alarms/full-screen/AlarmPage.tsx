import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Page } from '../../../components/Page.tsx';
import { useToken } from '../../../data/session.ts';
import { paths } from '../../../paths.ts';
import { fullScreenText as text } from '../../../text/alarms/full-screen.ts';
import { useWorkerMessages } from '../bar/use-worker-messages.ts';
import { ActiveAlarms } from './ActiveAlarms.tsx';
import classes from './full-screen.module.css';
import { SignedOut } from './SignedOut.tsx';

/** One alarm that fills the screen, to be read and pressed at night. Opened by notifications (ALM-35). */
export function AlarmPage() {
  const isSignedIn = useToken() !== null;
  const link = useLinkToken();
  useWorkerMessages({ isSignedIn });
  return (
    <div className={classes.frame}>
      <header>
        <Link to={paths.dashboard}>{text.home}</Link>
      </header>
      <Page title={text.page}>{isSignedIn ? <ActiveAlarms /> : <SignedOut token={link} />}</Page>
    </div>
  );
}

/** The token of a notification in the fragment of the address, which is removed from there at once; null without one. */
function useLinkToken(): string | null {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => hash.slice(1) || null);
  useEffect(() => {
    if (hash.length < 2) return;
    setToken(hash.slice(1));
    void navigate(paths.alarm, { replace: true });
  }, [hash, navigate]);
  return token;
}

import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Page } from '../../../components/Page.tsx';
import { useToken } from '../../../data/session.ts';
import { paths } from '../../../paths.ts';
import { fullScreenText as text } from '../../../text/alarms/full-screen.ts';
import { useWorkerMessages } from '../bar/use-worker-messages.ts';
import { ActiveAlarms } from './ActiveAlarms.tsx';
import classes from './full-screen.module.css';
import { NotificationAlarm, type NotificationLink } from './NotificationAlarm.tsx';
import { SignedOut } from './SignedOut.tsx';

/** One alarm that fills the screen, to be read and pressed at night. Opened by notifications (ALM-35). */
export function AlarmPage() {
  const isSignedIn = useToken() !== null;
  const link = useNotificationLink();
  useWorkerMessages({ isSignedIn });
  return (
    <div className={classes.frame}>
      <header>
        <Link to={paths.dashboard}>{text.home}</Link>
      </header>
      <Page title={text.page}>
        {isSignedIn ? (
          <>
            <ActiveAlarms />
            {link !== null && <NotificationAlarm link={link} />}
          </>
        ) : (
          <SignedOut token={link?.token ?? null} />
        )}
      </Page>
    </div>
  );
}

/** What the address of a notification says. Its secret is removed from the address at once; null without one. */
function useNotificationLink(): NotificationLink | null {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(() => linkIn(hash, search));
  useEffect(() => {
    const next = linkIn(hash, search);
    if (next === null) return;
    setLink(next);
    void navigate(paths.alarm, { replace: true });
  }, [hash, search, navigate]);
  return link;
}

function linkIn(hash: string, search: string): NotificationLink | null {
  return hash.length < 2 ? null : { token: hash.slice(1), wearer: new URLSearchParams(search).get('wearer') };
}

import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { fullScreenText } from '../../../text/alarms/full-screen.ts';
import { commonText } from '../../../text/common.ts';
import classes from './full-screen.module.css';
import { NotificationActions } from './NotificationAlarm.tsx';

const text = fullScreenText.signedOut;

/** Somebody without a session: the token of a notification can act about its alarm (ALM-35); more needs a sign-in. */
export function SignedOut({ token }: { token: string | null }) {
  return (
    <>
      <h1>{text.title}</h1>
      <p>{token === null ? text.about : text.withLink}</p>
      {token !== null && <NotificationActions key={token} token={token} />}
      <Link className={classes.button} to={paths.login} state={{ from: paths.alarm }}>
        {commonText.signIn}
      </Link>
    </>
  );
}

import { useMutation } from '@tanstack/react-query';
import { actOnAlarm } from '@tealight/contract';
import { Link } from 'react-router';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { call } from '../../../data/call.ts';
import { paths } from '../../../paths.ts';
import { fullScreenText } from '../../../text/alarms/full-screen.ts';
import { commonText } from '../../../text/common.ts';
import classes from './full-screen.module.css';

const text = fullScreenText.signedOut;

type Action = 'seen' | 'snooze';

/** Somebody without a session: the token of a notification can act about its alarm (ALM-35); more needs a sign-in. */
export function SignedOut({ token }: { token: string | null }) {
  return (
    <>
      <h1>{text.title}</h1>
      <p>{token === null ? text.about : text.withLink}</p>
      {token !== null && <Act key={token} token={token} />}
      <Link className={classes.button} to={paths.login} state={{ from: paths.alarm }}>
        {commonText.signIn}
      </Link>
    </>
  );
}

function Act({ token }: { token: string }) {
  const act = useMutation({
    mutationFn: (action: Action) => call(actOnAlarm, { body: { token, action } }),
  });
  if (act.isSuccess)
    return (
      <p role="status" className={classes.done}>
        {text.done[act.variables]}
      </p>
    );
  const button = (action: Action) => (
    <button
      type="button"
      className={action === 'seen' ? classes.main : classes.button}
      aria-disabled={act.isPending}
      onClick={() => !act.isPending && act.mutate(action)}
    >
      {text[action]}
    </button>
  );
  return (
    <>
      {button('seen')}
      {button('snooze')}
      <CallErrors error={act.error} />
    </>
  );
}

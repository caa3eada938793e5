import { useMutation, useQuery } from '@tanstack/react-query';
import { actOnAlarm } from '@tealight/contract';
import { useId } from 'react';
import { FocusKeepingButton } from '../../../components/focus/FocusKeepingButton.tsx';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { call } from '../../../data/call.ts';
import { useAnswer } from '../../../data/use-answer.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { fullScreenText } from '../../../text/alarms/full-screen.ts';
import { activeAlarmsQuery } from '../queries.ts';
import classes from './full-screen.module.css';

const text = fullScreenText.notification;

/** What the address in a notification says. `wearer`: whose alarm it is; null in one of an older server. */
export type NotificationLink = { token: string; wearer: string | null };

/**
 * What a notification permits to somebody who is signed in, but does not get the alarms of its wearer: several people
 * may use one device (ALM-35). Nothing where the reader gets them: the page shows what goes on.
 */
export function NotificationAlarm({ link: { token, wearer } }: { link: NotificationLink }) {
  const { data, isError } = useAnswer(useQuery(activeAlarmsQuery, accountClient));
  const id = useId();
  if (data === undefined && !isError) return null;
  if (data?.some((watched) => watched.wearer === wearer)) return null;
  return (
    <section aria-labelledby={id} className={classes.others}>
      <h2 id={id}>{text.title}</h2>
      <p>{data === undefined ? text.unsure : text.about}</p>
      <NotificationActions key={token} token={token} />
    </section>
  );
}

type Action = 'seen' | 'snooze';

/** Acts on the alarm of a notification by its token, without a session. */
export function NotificationActions({ token }: { token: string }) {
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
    <FocusKeepingButton
      className={action === 'seen' ? classes.main : classes.button}
      disabled={act.isPending}
      onClick={() => act.mutate(action)}
    >
      {text[action]}
    </FocusKeepingButton>
  );
  return (
    <>
      {button('seen')}
      {button('snooze')}
      <CallErrors error={act.error} />
    </>
  );
}

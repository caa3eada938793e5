import { actOnAlarm, alarmShown } from '@tealight/contract';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../http/problem-error.ts';
import { networkOf } from '../../http/request-address.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { HOUR } from '../../shared/time-units.ts';
import type { Dependencies } from '../dependencies.ts';
import { actAsRecipient } from './act-as-recipient.ts';

/** How long a message permits its recipient to act without a session (ALM-35). */
const TOKEN_HOLDS_MS = 2 * HOUR;

/** What a notification may do without a session: mark its alarm as seen, snooze it, and say that it was shown. */
export function serveAlarmLinks(api: Api, dependencies: Dependencies): void {
  const { store, delivery, budgets, now } = dependencies;
  const spend = (request: FastifyRequest) => budgets.spend('alarm-link', networkOf(request));
  /** Throws `link-expired`. */
  const deliveryOf = async (token: string) => {
    const subject = delivery.readToken(token);
    const found =
      subject !== null && 'delivery' in subject
        ? await store.alarmDeliveries.find(subject.delivery, now() - TOKEN_HOLDS_MS)
        : null;
    if (found === null) throw new ProblemError('link-expired');
    return found;
  };

  serve(api, actOnAlarm, async ({ body: { token, action }, request }) => {
    await spend(request);
    await actAsRecipient(dependencies, await deliveryOf(token), action);
    return { isSuccess: true };
  });

  serve(api, alarmShown, async ({ body: { token }, request }) => {
    await spend(request);
    const subject = delivery.readToken(token);
    if (subject !== null && 'testOf' in subject) {
      const { testOf, sentAt } = subject;
      if (now() - sentAt > TOKEN_HOLDS_MS) throw new ProblemError('link-expired');
      await store.alarmChannels.reached(testOf, now(), Math.max(0, now() - sentAt));
      return { isSuccess: true };
    }
    const { channelId, handedAt } = await deliveryOf(token);
    const isFirst =
      subject !== null &&
      'delivery' in subject &&
      (await store.alarmDeliveries.shown(subject.delivery, now()));
    // A message can be shown before the push service's answer was stored.
    const afterMs = handedAt === null ? null : Math.max(0, now() - handedAt);
    if (isFirst) await store.alarmChannels.reached(channelId, now(), afterMs);
    return { isSuccess: true };
  });
}

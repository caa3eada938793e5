import { useMutation, useQuery } from '@tanstack/react-query';
import type { AlarmChannel } from '@tealight/contract';
import { alarmsKey } from '../../../../data/wearer/alarms.ts';
import { accountClient } from '../../../../data/wearer/query-clients.ts';
import { browserFacts, type PushSupport, pushSupportOf } from './push-support.ts';
import { rememberedPush } from './remembered-push.ts';
import { ownFingerprint, serverKey, subscribeAsChannel } from './subscription.ts';

/** `on`: this browser is a channel; `lost`: it was one, and may ask nothing to become one again. */
export type PushState = Exclude<PushSupport, 'allowed'> | 'on' | 'lost';

const pushQuery = {
  queryKey: [...alarmsKey, 'push'],
  queryFn: async () => {
    const support = pushSupportOf(browserFacts());
    const hasSubscription = support === 'allowed';
    return { support, fingerprint: hasSubscription ? await ownFingerprint().catch(() => null) : null };
  },
  staleTime: 0,
  // The permission may have been changed in the settings of the browser.
  refetchOnWindowFocus: 'always' as const,
};

/** The state of this browser, and the channel that it is; undefined while it is not known. */
export function usePush(channels: readonly AlarmChannel[]): {
  state: PushState | undefined;
  fingerprint: string | null;
} {
  const { data } = useQuery(pushQuery, accountClient);
  if (data === undefined) return { state: undefined, fingerprint: null };
  const { support, fingerprint } = data;
  if (support !== 'allowed') return { state: support, fingerprint };
  const isOn = fingerprint !== null && channels.some((channel) => channel.fingerprint === fingerprint);
  if (isOn) return { state: 'on', fingerprint };
  return { state: rememberedPush() === null ? 'not-asked' : 'lost', fingerprint };
}

export type Subscribed = { id: number } | 'blocked' | 'dismissed';

/** Asks for the permission and subscribes this browser. To be called from a press: browsers ask only then. */
export const useSubscribe = () =>
  useMutation({
    mutationFn: async (browser: {
      permission: Promise<NotificationPermission>;
      name: string;
      hidesValues: boolean;
    }): Promise<Subscribed> => {
      const permission = await browser.permission;
      if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed';
      const { name, hidesValues } = browser;
      const { id } = await subscribeAsChannel({ name, hidesValues }, await serverKey());
      return { id };
    },
    onSettled: () => accountClient.invalidateQueries({ queryKey: alarmsKey }),
  });

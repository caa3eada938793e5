import { type IncidentLog, openIncident } from '../../shared/incident.ts';
import { HOUR } from '../../shared/time-units.ts';
import { type Vapid, type VapidKeys, vapidWith } from '../channels/web-push/vapid.ts';

/**
 * The push services of the browsers, by the end of their host names. Others may be anybody's, and an answer of theirs
 * is no reason to send the operator an email.
 */
const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const;

/** How long an answer counts. Own choice. */
const COUNTS_MS = HOUR;

/** As what this server identifies to push services, and whether they accept it. */
export type PushIdentity = {
  /** The key that browsers subscribe with; null while no key of this node decrypts the push keys. */
  publicKey(): string | null;
  vapid(): Vapid | null;
  /** Notes what a push service said about the keys, and logs the start and the end of what `check` is about. */
  answered(endpoint: string, isAccepted: boolean): void;
  /**
   * The health check (ALM-32). Rejects when the push keys are missing, and when a push service has rejected them within
   * the hour and accepted them for nobody: a single rejection may be due to one browser that subscribed with other keys.
   */
  check(): Promise<void>;
};

type Dependencies = {
  /** Null: they cannot be decrypted, and are read again by each check. */
  read: () => Promise<VapidKeys | null>;
  /** As in `VapidOptions`. */
  contact: string;
  now: () => number;
  log: IncidentLog;
};

export async function openPushIdentity({ read, contact, now, log }: Dependencies): Promise<PushIdentity> {
  const open = async () => {
    const keys = await read();
    return keys && { publicKey: keys.publicKey, vapid: vapidWith({ keys, contact, now }) };
  };
  const never = Number.NEGATIVE_INFINITY;
  const answers = services.map((service) => ({
    service,
    acceptedAt: never,
    rejectedAt: never,
    incident: openIncident(log, 'push-key-rejected', { logsError: false, about: { service } }),
  }));
  let identity = await open();
  const counts = (at: number) => at <= now() && now() - at < COUNTS_MS;
  const isRejected = ({ acceptedAt, rejectedAt, incident }: (typeof answers)[number]): boolean => {
    const isRejectedNow = counts(rejectedAt) && !counts(acceptedAt);
    if (isRejectedNow) incident.failed(null);
    else incident.worked();
    return isRejectedNow;
  };
  return {
    publicKey: () => identity?.publicKey ?? null,
    vapid: () => identity?.vapid ?? null,
    answered(endpoint, isAccepted) {
      const { hostname } = new URL(endpoint);
      const answer = answers.find(({ service }) => hostname === service || hostname.endsWith(`.${service}`));
      if (answer === undefined) return;
      answer[isAccepted ? 'acceptedAt' : 'rejectedAt'] = now();
      isRejected(answer);
    },
    async check() {
      identity ??= await open();
      if (identity === null) throw new Error('No key decrypts the push keys');
      const [rejected] = answers.filter(isRejected);
      if (rejected !== undefined)
        throw new Error(`${rejected.service} does not accept the push keys of this server`);
    },
  };
}

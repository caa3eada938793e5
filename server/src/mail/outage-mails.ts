import { type ConnectionType, errorTextOf, sourceName } from '@tealight/contract';
import { eachOnItsOwn, type IncidentLog, openIncident } from '../shared/incident.ts';
import { HOUR, MINUTE } from '../shared/time-units.ts';
import type { Outage } from '../store/mail/outages.ts';
import type { Store } from '../store/store.ts';
import { outageMail } from './templates.ts';

const CHECK_INTERVAL_MS = MINUTE;

/** For outages that only the wearer can fix: soon, but not while the wearer may just be connecting. */
const NOTIFY_AFTER_MS = 15 * MINUTE;
/** A vendor's outage ends without the wearer and affects everybody; a self-hosted site may be down for good. */
const NOTIFY_SELF_HOSTED_AFTER_MS = 12 * HOUR;

type OutageMailDependencies = {
  store: Store;
  publicUrl: string;
  /** The connection type of a source, by the name that is stored with connections. */
  typeOf: (source: string) => ConnectionType;
  /** Names of the sources with self-hosted sites. */
  selfHostedSources: readonly string[];
  flushOutbox: () => void;
  log: IncidentLog;
  now: () => number;
};

export type OutageMails = Disposable & {
  /** Writes the emails that are due now. */
  writeDue(): Promise<void>;
};

/** Emails wearers, once for each outage, that their source needs their action. All nodes check, one of them writes. */
export function openOutageMails(dependencies: OutageMailDependencies): OutageMails {
  const incident = openIncident(dependencies.log, 'outage-mails-failed');
  const writeDue = async () => {
    try {
      await eachOnItsOwn(await unnotifiedOutages(dependencies), (outage) => writeMail(outage, dependencies));
      incident.worked();
    } catch (error) {
      incident.failed(error);
    }
  };
  const timer = setInterval(() => void writeDue(), CHECK_INTERVAL_MS);
  timer.unref();
  return { writeDue, [Symbol.dispose]: () => clearInterval(timer) };
}

async function unnotifiedOutages({
  store,
  selfHostedSources,
  now,
}: OutageMailDependencies): Promise<Outage[]> {
  const ofWearers = await store.outages.unnotified(now() - NOTIFY_AFTER_MS);
  return [
    ...ofWearers,
    ...(await store.outages.unnotified(now() - NOTIFY_SELF_HOSTED_AFTER_MS, selfHostedSources)),
  ];
}

async function writeMail(
  outage: Outage,
  { store, publicUrl, typeOf, flushOutbox, now }: OutageMailDependencies,
): Promise<void> {
  const { wearerId, since, email, errorCode, wearer, isOneOfSeveral } = outage;
  const type = typeOf(outage.source);
  const content = {
    source: sourceName(type),
    reason: errorTextOf(errorCode, type, { source: outage.source }),
    // PPL-20: the name, where it could be somebody else.
    wearer: isOneOfSeveral ? wearer.name : null,
    dashboardLink: isOneOfSeveral ? `${publicUrl}/w/${wearer.publicId}/` : `${publicUrl}/`,
    settingsLink: `${publicUrl}/account`,
  };
  const isWritten = await store.transaction(async (stores) => {
    if (!(await stores.outages.markNotified(wearerId, since, now()))) return false;
    await stores.outbox.put({ recipient: email, ...outageMail(outage, content) }, now());
    return true;
  });
  if (isWritten) flushOutbox();
}

import { randomInt } from 'node:crypto';
import { type IncidentLog, openIncident } from '../shared/incident.ts';
import { MINUTE, SECOND } from '../shared/time-units.ts';
import type { Health, PartProblem } from './health.ts';

/** Shorter problems cause no email. */
const WAIT_MS = MINUTE;
/** Until the next check: to send again after an error, and because a timer may fire 1 ms before the minute is over. */
const AGAIN_MS = MINUTE + SECOND;

type Content = { subject: string; text: string; html: string };
type OperatorMail = Content & { id: number; createdAt: number; recipient: string };

export type OperatorMailDependencies = {
  health: Pick<Health, 'problems' | 'onChange'>;
  recipient: string;
  problemMail: (problems: readonly PartProblem[]) => Content;
  overMail: (lastedMs: number) => Content;
  deliver(mail: OperatorMail): Promise<void>;
  log: IncidentLog;
  now: () => number;
};

/**
 * Emails the operator when a problem has lasted a minute, and again when everything works. Problems that
 * follow each other within a minute are one.
 */
export function openOperatorMails(
  dependencies: OperatorMailDependencies,
): Disposable & { look(): Promise<void> } {
  const { health, recipient, now, log } = dependencies;
  let began: number | null = null;
  let wellSince: number | null = null;
  let written = false;
  const incident = openIncident(log, 'operator-mail-not-sent', { level: 'warn' });
  let sending: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const send = async (content: Content): Promise<boolean> => {
    const mail = { id: randomInt(2 ** 40), createdAt: now(), recipient, ...content };
    try {
      await dependencies.deliver(mail);
      incident.worked();
      return true;
    } catch (error) {
      incident.failed(error);
      return false;
    }
  };
  const step = async (): Promise<void> => {
    const problems = health.problems();
    if (problems.length > 0) {
      began ??= Math.min(...problems.map(({ since }) => since));
      wellSince = null;
      if (!written && now() - began >= WAIT_MS) written = await send(dependencies.problemMail(problems));
    } else if (began !== null) {
      wellSince ??= now();
      if (written && now() - wellSince < WAIT_MS) return;
      if (!written || (await send(dependencies.overMail(wellSince - began)))) {
        began = null;
        written = false;
      }
    }
  };
  const look = (): Promise<void> => {
    sending ??= step().finally(() => {
      sending = null;
      clearTimeout(timer);
      // A problem that began while an email was being sent has not been seen yet.
      const isOver = began === null && health.problems().length === 0;
      if (!isOver) timer = setTimeout(() => void look(), AGAIN_MS).unref();
    });
    return sending;
  };
  const stop = health.onChange(() => void look());
  return {
    look,
    [Symbol.dispose]() {
      stop();
      clearTimeout(timer);
    },
  };
}

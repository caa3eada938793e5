import { DAY, SECOND } from '../shared/time-units.ts';
import { codeOf, type Finding, findingsOf } from './finding.ts';
import { type Answer, ask, type Certificate, jsonIn } from './request.ts';

/** Certificates of Let's Encrypt are renewed 30 days before their end: with less than 14 left, renewal has failed. */
const RENEW_DAYS = 14;
/** As the health check of the clock. The header has whole seconds. */
const CLOCK_MS = 10 * SECOND;

/** Whether PUBLIC_URL leads to the server, with a valid certificate and a right clock. */
export async function checkPublicUrl(url: string, isRunning: boolean): Promise<Finding[]> {
  const { ok, warning, problem } = findingsOf('public-url');
  try {
    const answer = await ask(`${url}/health/live`);
    const isTealight = answer.status === 200 && jsonIn<{ status?: string }>(answer.body)?.status === 'ok';
    const notReached = `Let the proxy pass all paths of ${new URL(url).host} on to the server.`;
    const reached = isTealight
      ? ok(`${url} leads to the server`)
      : isRunning
        ? problem(`${url} answers ${answer.status}, and not from Tealight`, notReached)
        : warning(`${url} answers ${answer.status}: the server does not run`, 'Start it.');
    return [
      reached,
      ...certificateFindings(answer.certificate),
      ...clockFindings(answer),
      ...(await redirectFindings(url)),
    ];
  } catch (error) {
    const remedy = 'See that the proxy runs and that the name leads to it, also from this machine.';
    return [problem(`${url} cannot be reached from this machine (${codeOf(error)})`, remedy)];
  }
}

/** The certificate, as browsers and lamps judge it. */
export function certificateFindings(certificate: Certificate | null, now = Date.now()): Finding[] {
  const { ok, warning, problem } = findingsOf('certificate');
  if (certificate === null) return [];
  const { fault, endsAt } = certificate;
  const days = Math.floor((endsAt - now) / DAY);
  if (fault === 'CERT_HAS_EXPIRED' || days < 0)
    return [
      problem(
        `The certificate of PUBLIC_URL has expired ${-days} days ago`,
        'Renew it, and let the proxy load it.',
      ),
    ];
  if (fault !== null) {
    const remedy =
      'Use a certificate for this name with its whole chain, from an authority that devices know.';
    return [problem(`The certificate of PUBLIC_URL is not accepted (${fault})`, remedy)];
  }
  if (days < RENEW_DAYS)
    return [
      warning(
        `The certificate of PUBLIC_URL ends in ${days} days`,
        'See why it is not renewed automatically.',
      ),
    ];
  return [ok(`The certificate of PUBLIC_URL is valid for ${days} days`)];
}

/** This machine's clock against the Date header of the answer. */
export function clockFindings({
  headers,
  sentAt,
  answeredAt,
}: Pick<Answer, 'headers' | 'sentAt' | 'answeredAt'>): Finding[] {
  const { ok, problem } = findingsOf('clock');
  const date = Date.parse(headers.date ?? '');
  if (Number.isNaN(date)) return [];
  const offsetMs =
    date < sentAt - SECOND ? date + SECOND - sentAt : date > answeredAt ? date - answeredAt : 0;
  const seconds = Math.round(Math.abs(offsetMs) / SECOND);
  if (Math.abs(offsetMs) <= CLOCK_MS) return [ok('The clock of this machine agrees with that of PUBLIC_URL')];
  const which = offsetMs > 0 ? 'behind' : 'ahead of';
  return [
    problem(
      `The clock of this machine is ${seconds} seconds ${which} that of PUBLIC_URL`,
      'Set up a time service (NTP) on both machines.',
    ),
  ];
}

/** Whether plain http leads to https. `httpPort`: that of browsers, unless a test has another. */
export async function redirectFindings(url: string, httpPort = 80): Promise<Finding[]> {
  const { ok, problem } = findingsOf('redirect');
  const { protocol, hostname, port, host } = new URL(url);
  // With a port of its own there is no address with plain http that people would open.
  if (protocol !== 'https:' || (port !== '' && httpPort === 80)) return [];
  const plain = `http://${hostname}${httpPort === 80 ? '' : `:${httpPort}`}/`;
  const answer = await ask(plain).catch(() => null);
  if (answer === null) return [ok(`Nothing answers at ${plain}, so nothing is sent without TLS`)];
  const { status, headers } = answer;
  const target = URL.parse(headers.location ?? '', plain);
  if (status >= 300 && status < 400 && target?.protocol === 'https:' && target.hostname === hostname)
    return [ok(`${plain} leads to https`)];
  return [
    problem(
      `${plain} answers ${status} and does not lead to https`,
      `Let the proxy redirect it to https://${host}/ (308).`,
    ),
  ];
}

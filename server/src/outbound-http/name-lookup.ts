import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { SECOND } from '../shared/time-units.ts';

export type NameLookup = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** For one question to one name server, and how often it is asked. Own choice: together less than a connection may take. */
const TIMEOUT_MS = 2 * SECOND;
const TRIES = 2;

const hostsFileOfSystem =
  process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts';

/** Names of the local network: no server on the internet answers for them. Sources: RFC 6762, RFC 8375, and what routers use. */
export const isLocalName = (host: string): boolean =>
  !host.includes('.') || /\.(local|localhost|localdomain|lan|home|internal|home\.arpa)\.?$/i.test(host);

type Options = { servers?: readonly string[]; hostsFile?: string };

/**
 * Resolves names that users have entered, without the threads of the system's resolver: there are two for the whole
 * process, so a few names whose server does not answer would keep all vendors and the database from being found.
 * The system resolves what it alone knows: names of the local network and of its hosts file, and everything where no
 * name server can be asked.
 */
export function openNameLookup({ servers, hostsFile = hostsFileOfSystem }: Options = {}): NameLookup {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);

  const ask = async (host: string): Promise<LookupAddress[]> => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
    return addresses;
  };
  return (host, options, done) => {
    const bySystem = () => systemLookup(host, options, done);
    void isSystemName(host, hostsFile).then((isSystems) => {
      if (isSystems) return bySystem();
      ask(host).then(
        (addresses) => done(null, addresses),
        (error: NodeJS.ErrnoException) =>
          // No name server is there: not an answer, which would be EREFUSED.
          error.code === 'ECONNREFUSED' ? bySystem() : done(error, []),
      );
    });
  };
}

async function isSystemName(host: string, hostsFile: string): Promise<boolean> {
  if (isLocalName(host)) return true;
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  const names = text.split('\n').flatMap((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1));
  return names.some((name) => name.toLowerCase() === host.toLowerCase());
}

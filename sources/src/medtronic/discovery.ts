import * as z from 'zod';
import type { World } from '../source.ts';
import { SourceError } from '../trouble.ts';
import { askCareLink } from './ask-carelink.ts';
import type { Hosts } from './hosts.ts';

export const Region = z.enum(['US', 'EU']);
/** The vendor's two worlds: the United States, and everybody else. An account lives in one of them. */
export type Region = z.infer<typeof Region>;

/** Where an account of a region signs in, is looked up and has its data. */
export type Place = {
  authorizeUrl: string;
  tokenUrl: string;
  userInfoUrl: string;
  accountUrl: string;
  profileUrl: string;
  dataUrl: string;
  client: { client_id: string; scope: string; redirect_uri: string; audience: string };
};

/** The generation of the interface. Others answer too: older worlds, refusals, and data that stands still. */
const GENERATION = '/connect/carepartner/v13';
/** App versions known to lead to this generation, newest first. 3.5 and 3.9 silently lead to older ones. */
const VERSIONS = ['3.8', '3.7', '3.6'];

const LONGEST_ADDRESS = 2000;

const Entry = z.looseObject({
  region: z.string(),
  UseSSOConfiguration: z.string().nullish(),
  Auth0SSOConfiguration: z.url().max(LONGEST_ADDRESS).nullish(),
  baseUrlCareLink: z.url().max(LONGEST_ADDRESS),
  baseUrlCumulus: z.url().max(LONGEST_ADDRESS),
});
/** One for each region. */
const MOST_ENTRIES = 50;
const Discovery = z.object({ CP: z.array(z.unknown()).max(MOST_ENTRIES) });

const path = z.string().regex(/^\/[\w/-]*$/);
const SignInDocument = z.object({
  server: z.object({
    hostname: z.string().regex(/^[\w.-]+$/),
    port: z.number().int().nullish(),
    prefix: z
      .string()
      .regex(/^[\w/-]*$/)
      .nullish(),
  }),
  client: z.object({
    client_id: z.string().min(1).max(LONGEST_ADDRESS),
    scope: z.string().max(LONGEST_ADDRESS),
    redirect_uri: z.string().min(1).max(LONGEST_ADDRESS),
    audience: z.string().max(LONGEST_ADDRESS),
  }),
  system_endpoints: z.object({ authorization_endpoint_path: path, token_endpoint_path: path }),
});
type SignInDocument = z.infer<typeof SignInDocument>;

/** `hosts`: where it may lead. */
export type Start = { base: string; hosts: Hosts };

/** Finds out where a region's accounts live. Throws `SourceError`; `unreadable` when every version has retired. */
export async function discover(region: Region, { base, hosts }: Start, world: World): Promise<Place> {
  for (const version of VERSIONS) {
    const found = await entryOf(`${base}${GENERATION}/discover/android/${version}`, region, world);
    if (found === null) continue;
    const accountUrl = own(found.baseUrlCareLink, hosts);
    const dataUrl = own(found.baseUrlCumulus, hosts);
    return placeOf(await signInDocument(found, hosts, world), { accountUrl, dataUrl }, { base, hosts });
  }
  throw unreadable('no version of the interface is left');
}

/** The region's entry; null when this version of the app leads to another generation. */
async function entryOf(url: string, region: Region, world: World) {
  const answer = await askCareLink({ url }, world);
  const list = Discovery.safeParse(answer.json);
  if (answer.status !== 200 || !list.success) throw unreadable(`discovery ${answer.status}`);
  const entries = list.data.CP.flatMap((entry) => Entry.safeParse(entry).data ?? []);
  const found = entries.find((entry) => entry.region === region);
  if (found === undefined) throw unreadable('discovery without this region');
  return withoutSlash(found.baseUrlCumulus).endsWith(GENERATION) ? found : null;
}

/** The document that the entry names in use; where that is of an older kind, the one known to be of ours. */
async function signInDocument(
  entry: z.infer<typeof Entry>,
  hosts: Hosts,
  world: World,
): Promise<SignInDocument> {
  const named = z
    .url()
    .max(LONGEST_ADDRESS)
    .safeParse(entry[entry.UseSSOConfiguration ?? '']).data;
  for (const url of new Set([named, entry.Auth0SSOConfiguration])) {
    if (url === undefined || url === null) continue;
    const answer = await askCareLink({ url: own(url, hosts) }, world);
    const document = SignInDocument.safeParse(answer.json);
    if (answer.status === 200 && document.success) return document.data;
  }
  throw unreadable('no sign-in document of a known kind');
}

type Bases = Pick<Place, 'accountUrl' | 'dataUrl'>;

function placeOf(
  { server, client, system_endpoints: paths }: SignInDocument,
  bases: Bases,
  start: Start,
): Place {
  const base = signInBase(server, start);
  return {
    ...bases,
    authorizeUrl: base + paths.authorization_endpoint_path,
    tokenUrl: base + paths.token_endpoint_path,
    userInfoUrl: `${base}/userinfo`,
    profileUrl: `${bases.accountUrl.replace(/\/api\/.*$/, '')}/patient/users/me/profile`,
    client,
  };
}

/** The document names no protocol: it is https, or that of the base which was given for the vendor. */
function signInBase({ hostname, port, prefix }: SignInDocument['server'], { base, hosts }: Start): string {
  const given = new URL(base);
  const url = new URL(`https://${hostname}`);
  if (hostname === given.hostname) url.protocol = given.protocol;
  if (port) url.port = `${port}`;
  url.pathname = prefix ?? '';
  return own(url.href, hosts);
}

function own(url: string, { isOwn }: Hosts): string {
  if (!isOwn(new URL(url))) throw unreadable('leads to a stranger');
  return withoutSlash(url);
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
const unreadable = (cause: string) => new SourceError('medtronic', 'unreadable', { cause });

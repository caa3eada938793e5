import * as z from 'zod';
import type { SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { callCareLink } from './call-carelink.ts';
import type { Hosts } from './hosts.ts';

export const Region = z.enum(['US', 'EU']);
/** The vendor's two regions: the United States, and everybody else. An account is in one of them. */
export type Region = z.infer<typeof Region>;

/** The addresses for the accounts of a region: sign-in, account, data. */
export type Endpoints = {
  authorizeUrl: string;
  tokenUrl: string;
  userInfoUrl: string;
  accountUrl: string;
  profileUrl: string;
  dataUrl: string;
  client: { client_id: string; scope: string; redirect_uri: string; audience: string };
};

/** The version of the API. Others respond too: with older APIs, errors, and data that is no longer updated. */
const API_PATH = '/connect/carepartner/v13';
/** App versions known to lead to this API, newest first. 3.5 and 3.9 silently lead to older ones. */
const APP_VERSIONS = ['3.8', '3.7', '3.6'];

const MAX_ADDRESS_LENGTH = 2000;

const Entry = z.looseObject({
  region: z.string(),
  UseSSOConfiguration: z.string().nullish(),
  Auth0SSOConfiguration: z.url().max(MAX_ADDRESS_LENGTH).nullish(),
  baseUrlCareLink: z.url().max(MAX_ADDRESS_LENGTH),
  baseUrlCumulus: z.url().max(MAX_ADDRESS_LENGTH),
});
/** One for each region. */
const MAX_ENTRIES = 50;
const Discovery = z.object({ CP: z.array(z.unknown()).max(MAX_ENTRIES) });

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
    client_id: z.string().min(1).max(MAX_ADDRESS_LENGTH),
    scope: z.string().max(MAX_ADDRESS_LENGTH),
    redirect_uri: z.string().min(1).max(MAX_ADDRESS_LENGTH),
    audience: z.string().max(MAX_ADDRESS_LENGTH),
  }),
  system_endpoints: z.object({ authorization_endpoint_path: path, token_endpoint_path: path }),
});
type SignInDocument = z.infer<typeof SignInDocument>;

/** `hosts`: which addresses the discovery may lead to. */
export type DiscoveryStart = { base: string; hosts: Hosts };

/** Finds the endpoints of a region. Throws `SourceError`; `unreadable` when no app version leads to this API. */
export async function discover(
  region: Region,
  { base, hosts }: DiscoveryStart,
  context: SourceContext,
): Promise<Endpoints> {
  for (const version of APP_VERSIONS) {
    const found = await entryOf(`${base}${API_PATH}/discover/android/${version}`, region, context);
    if (found === null) continue;
    const accountUrl = vendorAddress(found.baseUrlCareLink, hosts);
    const dataUrl = vendorAddress(found.baseUrlCumulus, hosts);
    return endpointsOf(await signInDocument(found, hosts, context), { accountUrl, dataUrl }, { base, hosts });
  }
  throw unreadable('no app version leads to this API');
}

/** The region's entry; null when this version of the app leads to another API. */
async function entryOf(url: string, region: Region, context: SourceContext) {
  const response = await callCareLink({ url }, context);
  const list = Discovery.safeParse(response.json);
  if (response.status !== 200 || !list.success) throw unreadable(`discovery ${response.status}`);
  const entries = list.data.CP.flatMap((entry) => Entry.safeParse(entry).data ?? []);
  const found = entries.find((entry) => entry.region === region);
  if (found === undefined) throw unreadable('discovery without this region');
  return withoutSlash(found.baseUrlCumulus).endsWith(API_PATH) ? found : null;
}

/** The sign-in document that the entry names; where that is of an older kind, the one for Auth0. */
async function signInDocument(
  entry: z.infer<typeof Entry>,
  hosts: Hosts,
  context: SourceContext,
): Promise<SignInDocument> {
  const named = z
    .url()
    .max(MAX_ADDRESS_LENGTH)
    .safeParse(entry[entry.UseSSOConfiguration ?? '']).data;
  for (const url of new Set([named, entry.Auth0SSOConfiguration])) {
    if (url === undefined || url === null) continue;
    const response = await callCareLink({ url: vendorAddress(url, hosts) }, context);
    const document = SignInDocument.safeParse(response.json);
    if (response.status === 200 && document.success) return document.data;
  }
  throw unreadable('no sign-in document of a known kind');
}

type Bases = Pick<Endpoints, 'accountUrl' | 'dataUrl'>;

function endpointsOf(
  { server, client, system_endpoints: paths }: SignInDocument,
  bases: Bases,
  start: DiscoveryStart,
): Endpoints {
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

/** The document names no protocol: it is https, or that of the base on the same host. */
function signInBase(
  { hostname, port, prefix }: SignInDocument['server'],
  { base, hosts }: DiscoveryStart,
): string {
  const discovery = new URL(base);
  const url = new URL(`https://${hostname}`);
  if (hostname === discovery.hostname) url.protocol = discovery.protocol;
  if (port) url.port = `${port}`;
  url.pathname = prefix ?? '';
  return vendorAddress(url.href, hosts);
}

function vendorAddress(url: string, { isVendor }: Hosts): string {
  if (!isVendor(new URL(url))) throw unreadable('leads to a foreign host');
  return withoutSlash(url);
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
const unreadable = (cause: string) => new SourceError('medtronic', 'unreadable', { cause });

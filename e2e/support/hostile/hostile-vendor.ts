import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerHostile, type HostileScenario, type Shape } from './hostile-answers.ts';

/** Vendors as their clients see them. Sign-in works, so that readings are requested at all. */
const vendors = {
  nightscout: {
    wrap: (rows) => `[${rows}]`,
    row: (at, text = 'Flat') => `{"type":"sgv","sgv":100,"date":${at},"direction":"${text}"}`,
    honest: ({ pathname, searchParams }) => {
      if (pathname.endsWith('/verifyauth')) return { status: 200, message: { canRead: true, message: 'OK' } };
      if (pathname.endsWith('/status.json')) return { status: 'ok', settings: {} };
      return searchParams.get('count') === '1' ? [] : undefined;
    },
  },
  dexcomShare: {
    wrap: (rows) => `[${rows}]`,
    row: (at, text = 'Flat') => `{"WT":"Date(${at})","Value":100,"Trend":"${text}"}`,
    honest: ({ pathname, searchParams }) => {
      if (pathname.includes('/General/')) return '5f1c7a90-3d2e-4b8a-9c61-0a7de4b2f913';
      const probe = [{ WT: `Date(${Date.now() - 60_000})`, Value: 100, Trend: 'Flat' }];
      return searchParams.get('maxCount') === '1' ? probe : undefined;
    },
  },
  dexcomApi: {
    wrap: (rows) => `{"records":[${rows}]}`,
    row: (at, text = 'flat') => `{"systemTime":"${isoOf(at)}","value":100,"trend":"${text}"}`,
    honest: () => undefined,
  },
  libre: {
    wrap: (rows) => `{"status":0,"data":{"connection":{},"graphData":[${rows}]}}`,
    row: (at, text = '') =>
      `{"FactoryTimestamp":"${americanOf(at)}${text}","ValueInMgPerDl":100,"TrendArrow":3}`,
    honest: ({ pathname }) => {
      const authTicket = { token: 'made up', expires: 4_000_000_000 };
      if (pathname.endsWith('/auth/login'))
        return { status: 0, data: { user: { id: 'made up' }, authTicket } };
      return pathname.endsWith('/llu/connections') ? { status: 0, data: [{ patientId: 'sam' }] } : undefined;
    },
  },
  medtronic: {
    wrap: (rows) => `{"patientData":{"sgs":[${rows}],"clientTimeZoneName":"UTC"}}`,
    row: (at, text = '') => `{"sg":100,"timestamp":"${isoOf(at)}${text}"}`,
    honest: ({ pathname, origin }) => {
      const entry = { Auth0SSOConfiguration: `${origin}/sso`, UseSSOConfiguration: 'Auth0SSOConfiguration' };
      const bases = {
        baseUrlCareLink: `${origin}/api/v2`,
        baseUrlCumulus: `${origin}/connect/carepartner/v13`,
      };
      if (pathname.includes('/discover/')) return { CP: [{ region: 'EU', ...entry, ...bases }] };
      const { hostname, port } = new URL(origin);
      const client = { client_id: 'c', scope: 's', redirect_uri: 'app:/sso', audience: 'a' };
      const paths = { authorization_endpoint_path: '/authorize', token_endpoint_path: '/token' };
      const document = { server: { hostname, port: Number(port) }, client, system_endpoints: paths };
      return pathname === '/sso' ? document : undefined;
    },
  },
} satisfies Record<string, Shape & { honest: (url: URL) => unknown }>;

export type HostileVendor = keyof typeof vendors;
export const hostileVendors = Object.keys(vendors) as HostileVendor[];

/** Serves a vendor that accepts every login and answers every request for readings with this scenario. */
export async function serveHostile(vendor: HostileVendor, scenario: HostileScenario) {
  const shape: Shape & { honest: (url: URL) => unknown } = vendors[vendor];
  let asked = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const honest = shape.honest(url);
    request.resume();
    if (honest !== undefined) {
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(honest));
    }
    asked += 1;
    answerHostile(response, scenario, shape, {
      list: () => fullPage(url, shape),
      location: `${url.pathname}?again`,
    });
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How often it was asked for readings. */
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** As many rows as were requested, ending one second before the end of the requested time. */
function fullPage({ searchParams }: URL, { wrap, row }: Shape): string {
  const count = Number(searchParams.get('count') ?? searchParams.get('limit') ?? 288);
  const until = Number(searchParams.get('find[date][$lte]') ?? searchParams.get('date$lte') ?? Date.now());
  return wrap(Array.from({ length: count }, (_, index) => row(until - 1 - index)).join(','));
}

const isoOf = (at: number) => new Date(clamped(at)).toISOString().slice(0, 19);
const clamped = (at: number) => Math.min(8.64e15, Math.max(-6e13, at));

function americanOf(at: number): string {
  const date = new Date(clamped(at));
  const pair = (value: number) => String(value).padStart(2, '0');
  const hour = date.getUTCHours();
  const time = `${hour % 12 || 12}:${pair(date.getUTCMinutes())}:${pair(date.getUTCSeconds())}`;
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} ${time} ${hour < 12 ? 'AM' : 'PM'}`;
}

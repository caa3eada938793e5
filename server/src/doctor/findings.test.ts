import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DAY, SECOND } from '../shared/time-units.ts';
import { spaceFinding } from './check-data-folder.ts';
import { checkNode } from './check-node.ts';
import { addressFinding } from './check-proxy.ts';
import { certificateFindings, clockFindings, redirectFindings } from './check-public-url.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const MB = 1024 * 1024;

describe('the doctor', () => {
  test.each([
    ['22.19.0', 'ok'],
    ['24.1.0', 'ok'],
    ['22.18.9', 'problem'],
    ['20.20.2', 'problem'],
  ])('[OPS-3] judges Node %s as %s', (version, level) => {
    expect(checkNode(version, '>=22.19')).toMatchObject({ level });
  });

  test.each([
    [30 * DAY, null, 'ok'],
    [13 * DAY, null, 'warning'],
    [-DAY, 'CERT_HAS_EXPIRED', 'problem'],
    [30 * DAY, 'ERR_TLS_CERT_ALTNAME_INVALID', 'problem'],
  ])('[OPS-3] judges a certificate that ends in %i ms, with the fault %s, as %s', (ms, fault, level) => {
    expect(certificateFindings({ fault, endsAt: NOW + ms }, NOW)).toMatchObject([{ level }]);
  });

  test.each([
    [0, 'ok'],
    [-9, 'ok'],
    [12, 'problem'],
    [-12, 'problem'],
  ])(
    '[OPS-3] judges a clock that is %i seconds behind as %s, however long the answer took',
    (seconds, level) => {
      const [sentAt, answeredAt] = [NOW - 5 * SECOND, NOW];
      const at = seconds < 0 ? sentAt : answeredAt;
      const headers = { date: new Date(at + seconds * SECOND).toUTCString() };
      expect(clockFindings({ headers, sentAt, answeredAt })).toMatchObject([{ level }]);
    },
  );

  test.each([
    [10_000, 100_000, 'ok'],
    [4000, 100_000, 'warning'],
    [150, 1000, 'warning'],
    [0.5, 1000, 'problem'],
  ])('[OPS-3] judges %f of %i MB that are free as %s', (free, size, level) => {
    expect(spaceFinding({ free: free * MB, size: size * MB })).toMatchObject({ level });
  });

  test('[OPS-3] accepts clients without a proxy, and addresses that a trusted proxy appends', () => {
    const seen = { protocol: 'https', host: 'tealight.example.org', version: '0.0.0' };
    const direct = {
      ...seen,
      address: '198.51.100.7',
      peer: '198.51.100.7',
      isPeerTrusted: false,
      forwarded: ['192.0.2.1'],
    };
    expect(addressFinding(direct, false)).toMatchObject({ level: 'ok' });
    expect(addressFinding(direct, true)).toMatchObject({ level: 'problem' });
    const behind = {
      ...seen,
      address: '198.51.100.7',
      peer: '10.0.0.2',
      isPeerTrusted: true,
      forwarded: ['192.0.2.1', '198.51.100.7'],
    };
    expect(addressFinding(behind, true)).toMatchObject({ level: 'ok' });
  });

  test.each([
    [308, 'https://127.0.0.1/', 'ok'],
    [301, 'https://another.example.org/', 'problem'],
    [302, '/login', 'problem'],
    [200, undefined, 'problem'],
  ])('[OPS-3] judges plain http that answers %i with %s as %s', async (status, location, level) => {
    const server = createServer((_, response) =>
      response.writeHead(status, location === undefined ? {} : { location }).end(),
    );
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await redirectFindings('https://127.0.0.1', port)).toMatchObject([{ level }]);
  });
});

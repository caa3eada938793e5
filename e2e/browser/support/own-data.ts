import { exportData } from '@tealight/contract';
import { strFromU8, unzipSync } from 'fflate';
import type { NewUser } from '../../../simulators/fixtures/new-user.ts';
import { accessToken } from '../../../simulators/fixtures/wearer.ts';
import type { Tealight } from './tealight.ts';

/** A wearer's readings as in their own download: `2026-11-21T03:19:54.985Z 98`. */
export async function readingsOf(
  { url }: Pick<Tealight, 'url'>,
  { email, password }: NewUser,
): Promise<string[]> {
  const token = await accessToken(url, { email, password });
  const zip = await post(url + exportData.path, { password }, token).then((answer) => answer.arrayBuffer());
  const [header = '', ...rows] = strFromU8(unzipSync(new Uint8Array(zip))['readings.csv'] ?? new Uint8Array())
    .trim()
    .split(/\r?\n/);
  const [time, mgdl] = ['time', 'mg/dL'].map((name) =>
    header
      .split(',')
      .findIndex((column) => column.replaceAll('"', '').toLowerCase().includes(name.toLowerCase())),
  );
  return rows
    .map((row) => row.replaceAll('"', '').split(','))
    .map((row) => `${row[time ?? 0]} ${row[mgdl ?? 1]}`);
}

function post(address: string, body: object, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
}

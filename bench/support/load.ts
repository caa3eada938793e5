import autocannon from 'autocannon';
import { median } from './result.ts';

type Load = { url: string; token?: string; method?: 'GET' | 'POST'; body?: string };

const SECONDS = 4;
const CONNECTIONS = 20;
const ROUNDS = 3;

/** Requests per second; all must succeed. */
export async function rateOf(
  { url, token, method = 'GET', body }: Load,
  connections = CONNECTIONS,
): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    method,
    connections,
    duration: SECONDS,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  if (non2xx + errors > 0)
    throw new Error(`${non2xx + errors} of ${requests.total} requests failed at ${url}`);
  return requests.average;
}

/** Rates of two loads, measured alternately, so that other load of the machine affects both equally. */
export async function compared(
  one: Load,
  other: Load,
): Promise<{ one: number; other: number; ratio: number }> {
  const rounds: { one: number; other: number }[] = [];
  await rateOf(one);
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ one: await rateOf(one), other: await rateOf(other) });
  return {
    one: median(rounds.map((round) => round.one)),
    other: median(rounds.map((round) => round.other)),
    ratio: median(rounds.map((round) => round.one / round.other)),
  };
}

import { hash } from '@node-rs/argon2';
import { currentUser, signIn } from '@tealight/contract';
import { launch, launchTealight } from './support/launch.ts';
import { compared, rateOf } from './support/load.ts';
import { newUser, signUpAndIn } from './support/new-user.ts';
import { atLeast, figure, type Result } from './support/result.ts';

/** The password hash that the server uses: Argon2id, 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 4;
const HASHES = 60;

/** The current-user call compared with a bare route that sends the same bytes, and sign-in compared with the password hash alone. */
export async function accounts(): Promise<Result[]> {
  await using tealight = await launchTealight();
  const token = await signUpAndIn(tealight.url);
  const url = tealight.url + currentUser.path;
  const bytes = await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text();
  await using bare = await launch('bench/support/bare-route.ts', { args: [bytes] });
  const { one, other, ratio } = await compared({ url, token }, { url: bare.url });

  const body = JSON.stringify({ email: newUser.email, password: newUser.password });
  const signIns = await rateOf({ url: tealight.url + signIn.path, method: 'POST', body }, AT_ONCE);
  const hashes = await hashRate();
  return [
    figure('current-user, requests per second', `${Math.round(one)} (bare route: ${Math.round(other)})`),
    atLeast('current-user against a bare route', ratio, { least: 0.5 }),
    figure(
      'argon2id m=19456 t=2 p=1, hashes a second',
      `${hashes.toFixed(0)} (${((1000 * AT_ONCE) / hashes).toFixed(0)} ms each, ${AT_ONCE} at once)`,
    ),
    figure('sign-ins per second', signIns.toFixed(0)),
    atLeast('sign-in against its hash alone', signIns / hashes, { least: 0.8 }),
  ];
}

async function hashRate(): Promise<number> {
  const one = () => hash('Analytical1!', cost);
  const begun = performance.now();
  const lane = async () => {
    for (let index = 0; index < HASHES / AT_ONCE; index += 1) await one();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return (1000 * HASHES) / (performance.now() - begun);
}

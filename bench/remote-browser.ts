import { BROWSER_HEIGHT, BROWSER_WIDTH, startMedtronic } from '@tealight/contract';
import { careLinkVendor } from '../simulators/carelink/carelink.ts';
import { send } from '../simulators/fixtures/wearer.ts';
import { serve } from '../simulators/serve.ts';
import { type HubClient, hubClient } from './support/hub-client.ts';
import { launchTealight } from './support/launch.ts';
import { newUser, signUpAndIn } from './support/new-user.ts';
import { cpuOfAll, familyOf, memoryOfAll } from './support/processes.ts';
import { atMost, figure, median, type Result } from './support/result.ts';

const TURNS = 8;
const CLICKS = 30;
const AT_ONCE = 10;
const IDLE_MS = 20_000;
const who = { username: 'robin.example', password: 'made-up-password' };
/** Two fields of the simulated page; whichever is clicked gets a frame around it. */
const fields = [
  [540, 170],
  [540, 248],
] as const;

/** At most half of all sessions may be of one network, so the clients say that they come from two. */
const NETWORKS = ['198.51.100.1', '203.0.113.1'] as const;

type World = { url: string; tokens: string[] };

/** The remote browser in a running server: how soon the page is shown, how soon it reacts, what it costs. */
export async function remoteBrowser(): Promise<Result[]> {
  const carelink = await serve(careLinkVendor(who));
  await using tealight = await launchTealight({
    CARELINK_URL: carelink.url,
    TRUSTED_PROXIES: '127.0.0.1',
    ...(process.env.CHROMIUM && { CHROMIUM: process.env.CHROMIUM }),
  });
  const tokens: string[] = [];
  for (let one = 0; one < AT_ONCE; one += 1) {
    tokens.push(await signUpAndIn(tealight.url, { ...newUser, email: `ada${one}@example.org` }));
  }
  const world = { url: tealight.url, tokens };
  try {
    // Each with another wearer: one wearer may not start many sessions in a row.
    const cold = await showing(world, 0);
    const shown: number[] = [];
    for (let turn = 1; turn <= TURNS; turn += 1) shown.push(await showing(world, turn));
    const clicks = await clicking(world);
    const { memory, cpu } = await crowd(world, tealight.child.pid ?? 0);
    return [
      figure('from the dialog to the page, browser not yet running', `${Math.round(cold)} ms`),
      atMost(`from the dialog to the page, slowest of ${TURNS}`, Math.max(...shown), {
        most: 2000,
        unit: 'ms',
      }),
      atMost(`click to changed picture, median of ${CLICKS}`, median(clicks), {
        most: 250,
        unit: 'ms',
      }),
      figure(`click to changed picture, slowest of ${CLICKS}`, `${Math.round(Math.max(...clicks))} ms`),
      atMost(`${AT_ONCE} sessions at once, browser and server together`, memory, {
        most: 1500,
        unit: 'MB',
      }),
      atMost('CPU time per second of an idle session', cpu, { most: 5, unit: 'ms' }),
    ];
  } finally {
    await carelink.close();
  }
}

/** As in the web app: the start call, the hub, and the first picture of the loaded page. */
async function opened(
  { url }: World,
  token: string,
  address: string = NETWORKS[0],
): Promise<{ hub: HubClient; tookMs: number }> {
  const begun = performance.now();
  const { data } = (await send(url + startMedtronic.path, { isUsRegion: false }, token)) as {
    data: { captchaUrl: string };
  };
  const hub = await hubClient(url, token, address);
  const loaded = hub.next('PageLoaded');
  const { username, password } = who;
  hub.invoke('StartCaptchaSession', data.captchaUrl, username, password, BROWSER_WIDTH, BROWSER_HEIGHT);
  const refused = hub.next('SessionError').then(({ args }) => {
    throw new Error(`No session: ${args.join(', ')}`);
  });
  refused.catch(() => {});
  const { at } = await Promise.race([loaded, refused]);
  return { hub, tookMs: at - begun };
}

async function showing(world: World, wearer: number): Promise<number> {
  const { hub, tookMs } = await opened(world, world.tokens[wearer] ?? '');
  await hub[Symbol.asyncDispose]();
  return tookMs;
}

async function clicking(world: World): Promise<number[]> {
  const { hub } = await opened(world, world.tokens.at(-1) ?? '');
  await using _ = hub;
  const times: number[] = [];
  for (let click = 0; click < CLICKS; click += 1) {
    await quiet(hub);
    const changed = hub.next('ScreenshotUpdate');
    const begun = performance.now();
    hub.invoke('SendClick', ...(fields[click % 2] ?? fields[0]), BROWSER_WIDTH, BROWSER_HEIGHT);
    times.push((await changed).at - begun);
  }
  return times;
}

/** Waits until no picture has arrived for a moment. */
async function quiet(hub: HubClient): Promise<void> {
  for (;;) {
    const pause = new Promise<false>((resolve) => setTimeout(resolve, 200, false));
    if ((await Promise.race([hub.next('ScreenshotUpdate'), pause])) === false) return;
  }
}

async function crowd(world: World, pid: number): Promise<{ memory: number; cpu: number }> {
  await using sessions = new AsyncDisposableStack();
  for (const [index, token] of world.tokens.entries())
    sessions.use((await opened(world, token, NETWORKS[index % 2])).hub);
  await new Promise((resume) => setTimeout(resume, 3000));
  const before = cpuOfAll(familyOf(pid));
  await new Promise((resume) => setTimeout(resume, IDLE_MS));
  const family = familyOf(pid);
  const cpu = (cpuOfAll(family) - before) / (IDLE_MS / 1000) / world.tokens.length;
  return { memory: memoryOfAll(family), cpu };
}

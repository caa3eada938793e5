import { chromium, type Page } from '@playwright/test';
import { addWearer, connectCalls, saveRange } from '@tealight/contract';
import { connectedWearer } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';
import { launchTealight } from '../support/launch.ts';
import { atMost, median, type Result } from '../support/result.ts';
import { ask } from './follower.ts';

const SWITCHES = 20;
/** Before the first one: the menu's own code is loaded and compiled once. */
const WARMING = 4;
const SLOW_CPU = 4;
const MAX_MS = 300;
/** Until what the page loads after a switch has arrived. */
const SETTLE_MS = 1500;
const secret = 'a secret of the site';
const siteOf = (seed: number) =>
  serve(nightscoutSite({ secret, token: 'reader-0123456789abcdef', life: { seed } }));

/** From the choice of another wearer to the drawn orb with that wearer's reading, on a phone with a slow processor. */
export async function switching(): Promise<Result[]> {
  await using left = new AsyncDisposableStack();
  const sites = [await siteOf(1), await siteOf(2)] as const;
  for (const site of sites) left.defer(() => site.close());
  const tealight = left.use(await launchTealight());
  const { token } = await connectedWearer(tealight.url, { endpoint: sites[0].url, apiSecret: secret });
  const account = { url: tealight.url, token };
  const { id } = await ask(addWearer, account, { name: 'Ben' });
  const ben = { ...account, wearer: id };
  await ask(connectCalls.nightScout, ben, { endpoint: sites[1].url, apiSecret: secret });
  await ask(saveRange, ben, { unit: 'mg/dL', high: 180, inRange: 110, low: 70 });

  const executablePath = process.env.CHROMIUM;
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath && { executablePath }),
  });
  left.defer(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await context.addInitScript((value) => localStorage.setItem('accessToken', value), token);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  await page.goto(tealight.url);
  await page.locator('[data-empty="false"] b').waitFor();

  const drawn: Drawn[] = [];
  for (let turn = 0; turn < WARMING + SWITCHES; turn += 1) {
    const one = await switchTo(page, turn % 2 === 0 ? 'Ben' : 'Ada');
    if (turn >= WARMING) drawn.push(one);
  }
  const times = drawn.map(({ ms }) => ms);
  const blank = drawn.reduce((sum, { framesWithoutOrb }) => sum + framesWithoutOrb, 0);
  const what = `switching the wearer to the drawn orb, processor ÷ ${SLOW_CPU}`;
  return [
    atMost(`${what}, median of ${SWITCHES}`, median(times), { most: MAX_MS, unit: 'ms' }),
    atMost('  slowest', Math.max(...times), { most: MAX_MS, unit: 'ms' }),
    atMost('  frames without an orb', blank, { most: 0, unit: '' }),
  ];
}

type Drawn = { ms: number; framesWithoutOrb: number };

async function switchTo(page: Page, name: string): Promise<Drawn> {
  await page.getByRole('button', { name: /Person shown/ }).click();
  const item = page.getByRole('menuitem', { name: new RegExp(`${name} \\d`) });
  await item.waitFor();
  await page.waitForTimeout(SETTLE_MS);
  // By the page's own clock: from the event of the finger to the frame after the one that has drawn the orb.
  const drawn = page.evaluate(
    (wanted) =>
      new Promise<Drawn>((resolve) => {
        const watch = ({ timeStamp }: Event) => {
          let framesWithoutOrb = 0;
          const frame = () => {
            const orb = document.querySelector('[data-empty]');
            if (orb === null) framesWithoutOrb += 1;
            if (orb?.matches('[data-empty="false"]') && orb.textContent?.startsWith(`${wanted}:`))
              requestAnimationFrame((at) => resolve({ ms: at - timeStamp, framesWithoutOrb }));
            else requestAnimationFrame(frame);
          };
          requestAnimationFrame(frame);
        };
        addEventListener('click', watch, { once: true, capture: true });
      }),
    name,
  );
  await item.click();
  const result = await drawn;
  await page.waitForTimeout(SETTLE_MS);
  return result;
}

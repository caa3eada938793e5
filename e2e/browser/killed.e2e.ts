import { newUser } from '../../simulators/fixtures/new-user.ts';
import { expect, test } from './support/environment.ts';
import { confirmEmail, connectNightscout, signIn, signUp } from './support/new-user.ts';
import { readingsOf } from './support/own-data.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Ninety days are read again after the last kill. */
test.setTimeout(300_000);

test('@both [OPS-2] [SRC-2] a server that is killed while readings arrive loses none and stores none twice', async ({
  page,
  site,
  tealight,
}) => {
  const person = newUser();
  await site.setScenario('well');
  await signUp(page, person);
  await confirmEmail(page, person);
  await signIn(page, person);
  await connectNightscout(page, site);
  await expect(page).toHaveURL(/range-setup/);

  // Ninety days are being imported; the server is killed three times meanwhile.
  for (const pause of [4500, 600, 900]) {
    await new Promise((resume) => setTimeout(resume, pause));
    await tealight.kill();
    await tealight.restart();
  }
  await site.setScenario('silent');
  // The site drops its oldest day while the test runs, so readings of that day do not count.
  const oldest = new Date(Date.now() - 90 * DAY_MS + 5 * 60_000).toISOString();
  const counted = (readings: string[]) => readings.filter((reading) => reading > oldest).sort();
  // A reading that was measured just before is uploaded some seconds later, so both are read each time.
  await expect(async () => {
    const [kept, given] = [counted(await readingsOf(tealight, person)), counted(await site.all())];
    // To describe a difference of 25,000 lines takes long, and the site is in the same process.
    expect(kept.length).toBe(given.length);
    expect(kept).toEqual(given);
  }).toPass({ timeout: 120_000, intervals: [2000] });
  const kept = await readingsOf(tealight, person);
  expect(new Set(kept).size).toBe(kept.length);
});

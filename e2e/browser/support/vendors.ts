import { samples } from '../../../simulators/day.ts';
import { dexcomApiVendor } from '../../../simulators/dexcom-api/dexcom-api.ts';
import { dexcomShareVendor } from '../../../simulators/dexcom-share/dexcom-share.ts';
import { libreVendor } from '../../../simulators/libre/libre.ts';
import { serve } from '../../../simulators/serve.ts';
import { test as base } from './environment.ts';

export { expect } from './environment.ts';

const MINUTE = 60_000;
export const login = { email: 'robin@example.com', username: 'robin.example', password: 'made-up-password' };
const client = { clientId: 'tealight', clientSecret: 'made-up-secret' };

type Vendor = 'dexcomUs' | 'dexcomOus' | 'dexcomApi' | 'libre';
export type Vendors = {
  urls: Record<Vendor, string>;
  setScenario: (vendor: Vendor, scenario: string) => Promise<void>;
};

/** A Tealight whose vendors are simulated, each with one account. `libreLateMs`: how late Libre shows its readings. */
export const test = base.extend<{ libreLateMs: readonly [number, number]; vendors: Vendors }>({
  libreLateMs: [[0, 1000], { option: true }],
  vendors: async ({ libreLateMs }, use) => {
    const life = { seed: unbroken() };
    const handlers = {
      // Robin lives outside the United States; only Share for other countries has the account.
      dexcomUs: dexcomShareVendor({ accounts: [] }),
      dexcomOus: dexcomShareVendor({ accounts: [{ ...login, life }], lateMs: [0, 0] }),
      dexcomApi: dexcomApiVendor({ ...client, life }),
      libre: libreVendor({ ...login, life: { ...life, everyMs: MINUTE }, lateMs: libreLateMs }),
    };
    const served = await Promise.all(
      Object.entries(handlers).map(async ([name, handler]) => [name, await serve(handler)] as const),
    );
    const urls = Object.fromEntries(served.map(([name, { url }]) => [name, url])) as Record<Vendor, string>;
    await use({
      urls,
      setScenario: async (vendor, scenario) => {
        await fetch(`${urls[vendor]}/__simulator/scenario`, {
          method: 'POST',
          body: JSON.stringify({ scenario }),
        });
      },
    });
    await Promise.all(served.map(([, { close }]) => close()));
  },
  environment: async ({ vendors: { urls } }, use) =>
    use({
      DEXCOM_SHARE_US_URL: urls.dexcomUs,
      DEXCOM_SHARE_OUS_URL: urls.dexcomOus,
      DEXCOM_API_URL: urls.dexcomApi,
      DEXCOM_CLIENT_ID: client.clientId,
      DEXCOM_CLIENT_SECRET: client.clientSecret,
      LIBRELINKUP_URL: urls.libre,
    }),
});

/** A simulated wearer whose sensor has no gap in these hours. */
function unbroken(): number {
  const [from, to] = [Date.now() - 120 * MINUTE, Date.now() + 15 * MINUTE];
  for (let seed = 1; ; seed += 1) {
    const moments = samples(from, to, { seed }).map(({ takenAt }) => takenAt);
    const gaps = moments.slice(1).map((takenAt, index) => takenAt - (moments[index] ?? 0));
    if (Math.max(...gaps) < 6 * MINUTE && moments.length > 20) return seed;
  }
}

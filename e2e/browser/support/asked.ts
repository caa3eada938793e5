import { checkNow } from '@tealight/contract';
import { send, type Wearer } from '../../../simulators/fixtures/wearer.ts';
import { expect } from './environment.ts';

/**
 * Asks the source for a reading again and again until this is seen; it may be asked only after some seconds. A reading
 * that comes later than the source expects it would otherwise be read minutes later.
 */
export const soonAsked = (url: string, { token }: Pick<Wearer, 'token'>, look: () => Promise<void>) =>
  expect(async () => {
    await send(url + checkNow.path, {}, token).catch(() => {});
    await look();
  }).toPass({ timeout: 90_000, intervals: [3000] });

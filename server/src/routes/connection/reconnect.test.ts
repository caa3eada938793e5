import { errorTextOf, noConnection, reconnect } from '@tealight/contract';
import { SourceError } from '@tealight/sources';
import { describe, expect, test, vi } from 'vitest';
import { apiOn, noPolling } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';

describe('connecting a source again', () => {
  eachEngine((open) => {
    test('[CON-4] stored credentials connect again without input', async () => {
      const api = await apiOn(await open(), { polling: { ...noPolling, reconnect: async () => true } });
      const token = await api.signedIn();
      expect((await api.send(reconnect, { token })).json()).toEqual({ isSuccess: true });
      const none = await apiOn(await open());
      expect((await none.send(reconnect, { token: await none.signedIn() })).json()).toEqual({
        isSuccess: false,
      });
    });

    test('[CON-6] a kept login that is rejected is named with its source, after a disconnect too', async () => {
      const refusing = async () => {
        throw new SourceError('libre', 'terms-to-accept');
      };
      const status = async () => ({ ...noConnection, savedLogin: 'freeStyleLibre' as const });
      const api = await apiOn(await open(), { polling: { ...noPolling, status, reconnect: refusing } });
      const answer = await api.send(reconnect, { token: await api.signedIn() });
      expect(answer.json()).toMatchObject({
        status: 422,
        title: errorTextOf('terms-to-accept', 'freeStyleLibre'),
      });
    });

    test('Dexcom’s other region is tried only when the wearer asks for it', async () => {
      const asked = vi.fn(async () => true);
      const api = await apiOn(await open(), { polling: { ...noPolling, reconnect: asked } });
      const token = await api.signedIn();
      for (const body of [{}, { otherRegion: true }]) await api.send(reconnect, { token, body });
      expect(asked.mock.calls).toEqual([
        [1, { otherRegion: false }],
        [1, { otherRegion: true }],
      ]);
    });
  });
});

import { CHECK_NOW_EVERY_MS, checkNow } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { apiOn, noPolling } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';

describe('checking the source now', () => {
  eachEngine((open) => {
    test('[SRC-3] is allowed once in 15 seconds, and only with a session', async () => {
      const asked = vi.fn(async () => true);
      const api = await apiOn(await open(), { polling: { ...noPolling, checkNow: asked } });
      expect((await api.send(checkNow)).statusCode).toBe(401);
      const token = await api.signedIn();
      const check = () => api.send(checkNow, { token });
      expect((await check()).json()).toEqual({ isSuccess: true });
      api.clock.at += CHECK_NOW_EVERY_MS - 1;
      expect((await check()).statusCode).toBe(429);
      expect(asked.mock.calls).toEqual([[1]]);
      api.clock.at += 1;
      expect((await check()).statusCode).toBe(200);
      expect(asked).toHaveBeenCalledTimes(2);
    });
  });
});

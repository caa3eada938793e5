import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SECOND } from '../../shared/time-units.ts';
import { PollSuperseded } from '../state/recorder.ts';
import { openRenewals } from './renewals.ts';
import { withTimeout } from './vendor-session.ts';

function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

const never = () => new Promise<never>(() => {});

describe('work with a time limit', () => {
  test('that ends in time leaves no timer and no listener, whether it succeeds or fails', async () => {
    fakeTimers();
    const { signal } = new AbortController();
    expect(await withTimeout(SECOND, signal, async () => 'an answer')).toBe('an answer');
    const failing = withTimeout(SECOND, signal, async () => {
      throw new TypeError('a bug');
    });
    await expect(failing).rejects.toThrow(new TypeError('a bug'));
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0]);
  });

  test('that takes longer fails as unreachable, and its signal says why', async () => {
    fakeTimers();
    const started = Promise.withResolvers<AbortSignal>();
    const working = withTimeout(SECOND, new AbortController().signal, (signal) => {
      started.resolve(signal);
      return never();
    });
    const tooSlow = { errorCode: 'unreachable', source: 'poll', cause: 'too slow' };
    const signal = await started.promise;
    vi.advanceTimersByTime(SECOND);
    await expect(working).rejects.toMatchObject(tooSlow);
    expect(signal.reason).toMatchObject(tooSlow);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is stopped ends at once as superseded, also when it was stopped before, or fails because of that', async () => {
    const stop = new AbortController();
    const working = withTimeout(SECOND, stop.signal, never);
    const failing = withTimeout(SECOND, stop.signal, async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new TypeError('aborted');
    });
    stop.abort();
    await expect(working).rejects.toThrow(PollSuperseded);
    await expect(failing).rejects.toThrow(PollSuperseded);
    let wasAborted = false;
    const late = withTimeout(SECOND, stop.signal, (signal) => {
      wasAborted = signal.aborted;
      return never();
    });
    await expect(late).rejects.toThrow(PollSuperseded);
    expect(wasAborted).toBe(true);
  });
});

describe('a renewal of a session', () => {
  test('[SRC-2] is aborted as unreachable after 45 seconds, and not sooner', async () => {
    fakeTimers();
    const renewals = openRenewals();
    const started = Promise.withResolvers<AbortSignal>();
    const renewal = renewals.run(async (signal) => {
      started.resolve(signal);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    }, 1);
    const signal = await started.promise;
    vi.advanceTimersByTime(45 * SECOND - 1);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    await expect(renewal).rejects.toMatchObject({
      source: 'poll',
      errorCode: 'unreachable',
      cause: 'too slow',
    });
  });

  test('that has ended leaves no timer, and nothing to wait for', async () => {
    fakeTimers();
    const renewals = openRenewals();
    expect(await renewals.run(async () => 'renewed', 1)).toBe('renewed');
    expect(vi.getTimerCount()).toBe(0);
    const failing = renewals.run(async () => {
      throw new TypeError('a bug');
    }, 1);
    await expect(failing).rejects.toThrow(TypeError);
    expect(vi.getTimerCount()).toBe(0);
    await renewals.finished();
  });

  test('is awaited where it is asked for, with those that begin meanwhile, and only for its wearer', async () => {
    const renewals = openRenewals();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ended: string[] = [];
    const note = (what: string) => () => void ended.push(what);
    const running = renewals.run(() => first.promise, 1);
    const all = renewals.finished().then(note('all'));
    const ofFirst = renewals.finishedOf(1).then(note('of the first wearer'));
    await renewals.finishedOf(2).then(note('of another wearer'));
    expect(ended).toEqual(['of another wearer']);
    const later = renewals.run(() => second.promise, 2);
    first.resolve();
    await Promise.all([running, ofFirst]);
    await new Promise(setImmediate);
    expect(ended).toEqual(['of another wearer', 'of the first wearer']);
    second.reject(new Error('the vendor rejects it'));
    await expect(later).rejects.toThrow('rejects');
    await all;
    expect(ended).toEqual(['of another wearer', 'of the first wearer', 'all']);
  });
});

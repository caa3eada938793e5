import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientAt, settled } from '../../test/scripted-client.ts';
import type { Connection } from '../index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function asking(question = 'color', ...args: unknown[]) {
  const scripted = clientAt({ clientTimeoutMs: 500_000 });
  const connection = [...scripted.hub.connections.values()][0] as Connection;
  const answer = connection.invoke(question, ...args);
  const { invocationId } = (scripted.socket.records[0] ?? {}) as { invocationId?: string };
  return { ...scripted, connection, answer, invocationId };
}

describe('a client that is asked', () => {
  test('gets the question under an id, and its answer comes back', async () => {
    const { socket, answer, invocationId, events } = asking('color', 'sky');
    expect(socket.records).toEqual([{ type: 1, invocationId, target: 'color', arguments: ['sky'] }]);
    socket.say({ type: 3, invocationId, result: 'blue' });
    expect(await answer).toBe('blue');
    expect(events.map(({ event }) => event)).toEqual(['connected']);
    socket.drop(1005);
    await settled();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('may answer with an error', async () => {
    const { socket, answer, invocationId } = asking();
    socket.say({ type: 3, invocationId, error: 'Color-blind.' });
    await expect(answer).rejects.toThrow('Color-blind.');
  });

  test('twice, tells its answers apart', async () => {
    const { socket, connection, answer, invocationId } = asking();
    const second = connection.invoke('shape');
    const { invocationId: secondId } = socket.records[1] as { invocationId: string };
    socket.say(
      { type: 3, invocationId: secondId, result: 'round' },
      { type: 3, invocationId, result: 'blue' },
    );
    expect(await Promise.all([answer, second])).toEqual(['blue', 'round']);
  });

  test('has 30 seconds; what comes later is ignored', async () => {
    const { socket, answer, invocationId, events } = asking();
    vi.advanceTimersByTime(30_000);
    await expect(answer).rejects.toThrow('no result within 30000 ms');
    socket.say({ type: 3, invocationId, result: 'blue' });
    expect(events.at(-1)).toMatchObject({ event: 'record-ignored' });
  });

  test('and goes, leaves a clear error', async () => {
    const { socket, answer, connection } = asking();
    socket.drop(1006);
    await expect(answer).rejects.toThrow('The connection has ended.');
    await expect(connection.invoke('color')).rejects.toThrow('The connection has ended.');
  });

  test('something JSON cannot say is not asked', async () => {
    const { socket, connection } = asking();
    await expect(connection.invoke('x', 1n)).rejects.toThrow(TypeError);
    await settled();
    expect(socket.sent.length).toBe(1);
  });
});

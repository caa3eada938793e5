import { expect, test, vi } from 'vitest';
import { limitBytes } from './limit-bytes.ts';

/** A body in chunks of this many bytes, which may fail at its end. */
function bodyOf(pieces: readonly number[], breaks?: Error) {
  const canceled = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const bytes of pieces) stream.enqueue(new Uint8Array(bytes));
      if (breaks === undefined) stream.close();
    },
    pull: (stream) => breaks && stream.error(breaks),
    cancel: canceled,
  });
  return { body, canceled };
}

test('[SRC-5] as many bytes as allowed pass, with status and headers, and the end is reported', async () => {
  const ended = vi.fn();
  const headers = { 'x-kept': 'yes' };
  const given = new Response(bodyOf([4, 6]).body, { status: 201, statusText: 'Made', headers });
  const answer = limitBytes(given, 10, ended);
  expect([answer.status, answer.statusText, answer.headers.get('x-kept')]).toEqual([201, 'Made', 'yes']);
  expect(ended).not.toHaveBeenCalled();
  expect((await answer.bytes()).length).toBe(10);
  expect(ended).toHaveBeenCalled();
});

test('[SRC-5] one byte more is an error, and nothing more is read', async () => {
  const ended = vi.fn();
  const { body, canceled } = bodyOf([4, 7, 100], new Error('never met'));
  const answer = limitBytes(new Response(body), 10, ended);
  await expect(answer.bytes()).rejects.toMatchObject({
    message: 'The answer is too large',
    code: 'ETOOLARGE',
  });
  expect([ended.mock.calls.length, canceled.mock.calls.length]).toEqual([1, 1]);
});

test('a body that fails keeps its own error', async () => {
  const ended = vi.fn();
  const answer = limitBytes(new Response(bodyOf([4], new Error('broken')).body), 10, ended);
  await expect(answer.bytes()).rejects.toThrow('broken');
  expect(ended).toHaveBeenCalledOnce();
});

test('canceling the body cancels its source', async () => {
  const ended = vi.fn();
  const { body, canceled } = bodyOf([4], new Error('never met'));
  await limitBytes(new Response(body), 10, ended).body?.cancel('enough');
  expect(ended).toHaveBeenCalledOnce();
  expect(canceled).toHaveBeenCalledExactlyOnceWith('enough');
});

test('an answer without a body has ended', () => {
  const ended = vi.fn();
  const given = new Response(null, { status: 204 });
  expect(limitBytes(given, 10, ended)).toBe(given);
  expect(ended).toHaveBeenCalledOnce();
});

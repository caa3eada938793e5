/**
 * Limits the body of a response: it fails with an error (`code` `ETOOLARGE`) after `maxBytes`. Calls `onEnd` when the
 * body has ended.
 */
export function limitBytes(response: Response, maxBytes: number, onEnd: () => void): Response {
  if (response.body === null) {
    onEnd();
    return response;
  }
  const { status, statusText, headers } = response;
  const body = limitedBody(response.body.getReader(), maxBytes, onEnd);
  return new Response(body, { status, statusText, headers: [...headers] });
}

type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>;

function limitedBody(reader: BodyReader, maxBytes: number, onEnd: () => void): ReadableStream<Uint8Array> {
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(out) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          onEnd();
          return out.close();
        }
        bytes += value.byteLength;
        if (bytes > maxBytes)
          throw Object.assign(new Error('The answer is too large'), { code: 'ETOOLARGE' });
        out.enqueue(value);
      } catch (error) {
        onEnd();
        await reader.cancel().catch(() => {});
        throw error;
      }
    },
    cancel(reason) {
      onEnd();
      return reader.cancel(reason);
    },
  });
}

/**
 * The same answer, whose body ends with an error (`code` `ETOOLARGE`) once it has given more than `atMost` bytes.
 * `ended` is called when there is no more to come.
 */
export function withinBytes(response: Response, atMost: number, ended: () => void): Response {
  if (response.body === null) {
    ended();
    return response;
  }
  const { status, statusText, headers } = response;
  const counted = countedBody(response.body.getReader(), atMost, ended);
  return new Response(counted, { status, statusText, headers: [...headers] });
}

type Body = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>;

function countedBody(body: Body, atMost: number, ended: () => void): ReadableStream<Uint8Array> {
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(out) {
      try {
        const { done, value } = await body.read();
        if (done) {
          ended();
          return out.close();
        }
        bytes += value.byteLength;
        if (bytes > atMost) throw Object.assign(new Error('The answer is too large'), { code: 'ETOOLARGE' });
        out.enqueue(value);
      } catch (error) {
        ended();
        await body.cancel().catch(() => {});
        throw error;
      }
    },
    cancel(reason) {
      ended();
      return body.cancel(reason);
    },
  });
}

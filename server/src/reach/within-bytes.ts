/** The same answer, whose body ends with an error (`code` `ETOOLARGE`) once it has given more than `atMost` bytes. */
export function withinBytes(response: Response, atMost: number): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        bytes += chunk.byteLength;
        if (bytes <= atMost) out.enqueue(chunk);
        else out.error(Object.assign(new Error('The answer is too large'), { code: 'ETOOLARGE' }));
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted as ConstructorParameters<typeof Response>[0], {
    status,
    statusText,
    headers: [...headers],
  });
}

/** The timeout: a lamp in the home network answers at once or not at all. */
const WITHIN_MS = 3000;

/** Sends JSON to a lamp. Rejects when it does not answer, or not with success. */
export async function askJson(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
}

/** 0 to 1 as a whole number from `least` to `most`; dark is 0. */
export function level(brightness: number, least: number, most: number): number {
  return brightness <= 0 ? 0 : Math.max(least, Math.min(most, Math.round(brightness * most)));
}

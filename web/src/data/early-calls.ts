/** Answers to the first calls of the dashboard, by path: `boot.js` makes these calls while the app is being loaded. */
type EarlyCalls = {
  token: string;
  startedAt: number;
  responses: Record<string, Promise<Response> | undefined>;
};

declare global {
  interface Window {
    tealightEarlyCalls?: EarlyCalls;
  }
}

/** An older answer is not used: on a slow network the app may arrive long after it. */
const MAX_AGE_MS = 15_000;

/** The answer of an early call, to look at; it stays for `takeEarlyResponse`. Null: there is none. */
export async function peekEarlyResponse(path: string): Promise<Response | null> {
  const response = await window.tealightEarlyCalls?.responses[path];
  return response?.clone() ?? null;
}

/** The answer of an early call with this token; each can be taken once. Null: there is none, or it is too old. */
export function takeEarlyResponse(path: string, token: string | null): Promise<Response> | null {
  const early = window.tealightEarlyCalls;
  const response = early?.responses[path];
  if (early === undefined || response === undefined) return null;
  delete early.responses[path];
  return early.token === token && Date.now() - early.startedAt < MAX_AGE_MS ? response : null;
}

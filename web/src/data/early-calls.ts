import { noteServerTime } from './server-clock.ts';

/** Answers to the first calls of the dashboard, by path: `boot.js` makes these calls while the app is being loaded. */
type EarlyCalls = {
  token: string;
  /** Of the calls about a wearer: the one in the address; null for the session's selected one. */
  wearer: string | null;
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
  const early = window.tealightEarlyCalls;
  const response = await early?.responses[path];
  if (early === undefined || response === undefined) return null;
  // The page may have been frozen since it arrived.
  if (isYoung(early)) noteServerTime(response);
  return response.clone();
}

const isYoung = ({ startedAt }: EarlyCalls): boolean => Date.now() - startedAt < MAX_AGE_MS;

/** Who makes a call, and about which wearer; null for the selected one, undefined for a call about the account. */
type Asked = { token: string | null; wearer: string | null | undefined };

/** The answer of an early call; each can be taken once. Null: there is none, it is too old, or of somebody else. */
export function takeEarlyResponse(path: string, { token, wearer }: Asked): Promise<Response> | null {
  const early = window.tealightEarlyCalls;
  const response = early?.responses[path];
  if (early === undefined || response === undefined) return null;
  delete early.responses[path];
  const isOf = wearer === undefined || early.wearer === wearer;
  return isOf && early.token === token && isYoung(early) ? response : null;
}

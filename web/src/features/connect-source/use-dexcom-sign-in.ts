import { useMutation, useQueryClient } from '@tanstack/react-query';
import { completeDexcom, dexcomLoginUrl } from '@tealight/contract';
import { useEffect, useRef } from 'react';
import { useHref, useLocation, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../data/call.ts';
import { callDone } from '../../data/call-done.ts';
import { notifyError, notifySuccess } from '../../data/notices.ts';
import { shownWearer } from '../../data/wearer/shown-wearer.ts';
import { connectionQuery, readingsQuery } from '../../data/wearer-queries.ts';
import { connectSourceText } from '../../text/connect-source.ts';
import { connectorOf } from './connectors.ts';

/** Dexcom needs a moment between the code and the first reading (spec §9). */
const DEXCOM_WAIT_MS = 5000;
/** The sign-in that this browser has begun. Dexcom may come back in another tab, so it is not kept by tab. */
const begunKey = 'tealight-dexcom-sign-in';
/** As long as the server accepts the state. */
const BEGUN_MS = 30 * 60_000;

/** `from`: the page that was left, and whom it showed; Dexcom always sends back to the dashboard. */
type Begun = { state: string; from: string; wearer: string | null; at: number };

function begunHere(): Begun | null {
  try {
    const begun = JSON.parse(localStorage.getItem(begunKey) ?? 'null') as Begun | null;
    return begun !== null && Date.now() - begun.at < BEGUN_MS ? begun : null;
  } catch {
    return null;
  }
}

/** The path of this page with the wearer it shows. */
const useAddress = (): string => useHref(useLocation().pathname);

/** Leads to Dexcom's own sign-in page, which sends the wearer back here with a code. */
export function useDexcomSignIn() {
  const from = useAddress();
  return useMutation({
    mutationFn: async () => ({ ...(await call(dexcomLoginUrl)), wearer: shownWearer().id }),
    onSuccess: ({ loginUrl, wearer }) => {
      const state = new URL(loginUrl).searchParams.get('state') ?? '';
      localStorage.setItem(begunKey, JSON.stringify({ state, from, wearer, at: Date.now() } satisfies Begun));
      window.location.assign(loginUrl);
    },
    onError: notifyError,
  });
}

/**
 * Connects Dexcom with the code in the address, when the wearer comes back from Dexcom's page. A code whose state is
 * not the one that this browser began with is refused: another person's link would connect that person's readings.
 */
export function useDexcomReturn(onConnected: () => void): void {
  const { mutate } = useCompletion(onConnected);
  const [search, setSearch] = useSearchParams();
  const address = useAddress();
  const navigate = useNavigate();
  const spent = useRef<string | null>(null);
  useEffect(() => {
    const answer = answerIn(search);
    if (answer === null || spent.current === search.toString()) return;
    const begun = begunHere();
    const isOurs = begun !== null && begun.state !== '' && begun.state === search.get('state');
    if (isOurs && begun.from !== address) return void navigate(`${begun.from}?${search}`, { replace: true });
    spent.current = search.toString();
    // The code opens an account at Dexcom: it leaves the address, which others may see.
    setSearch({}, { replace: true });
    if (!isOurs) return notifyError(connectSourceText.dexcom.notStartedHere);
    localStorage.removeItem(begunKey);
    if (answer === 'refused') notifyError(connectSourceText.dexcom.notFinished);
    else mutate({ body: answer, wearer: begun.wearer });
  }, [search, address, mutate, navigate, setSearch]);
}

type Code = { code: string; state: string };

/** What Dexcom says in the address (RFC 6749 §4.1.2); null when it is not Dexcom that speaks. */
function answerIn(search: URLSearchParams): Code | 'refused' | null {
  const [code, state] = [search.get('code'), search.get('state')];
  if (code !== null) return { code, state: state ?? '' };
  return search.has('error') && state !== null ? 'refused' : null;
}

function useCompletion(onConnected: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, wearer }: { body: Code; wearer: string | null }) => {
      await callDone(completeDexcom, { body, ...(wearer !== null && { wearer }) });
      await new Promise((resume) => setTimeout(resume, DEXCOM_WAIT_MS));
    },
    onSuccess: async () => {
      notifySuccess(connectorOf('dexcom').connectedMessage);
      await Promise.all([client.invalidateQueries(readingsQuery), client.invalidateQueries(connectionQuery)]);
      onConnected();
    },
    onError: notifyError,
  });
}

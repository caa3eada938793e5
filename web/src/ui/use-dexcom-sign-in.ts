import { useMutation, useQueryClient } from '@tanstack/react-query';
import { completeDexcom, dexcomLoginUrl } from '@tealight/contract';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { call } from '../call.ts';
import { complain, tell } from '../notices.ts';
import { connectorOf } from './connectors.ts';
import { connectionQuery, readingsQuery } from './wearer-queries.ts';

/** Dexcom needs a moment between the code and the first reading (spec §9). */
export const DEXCOM_WAIT_MS = 5000;
/** Which page the wearer left for Dexcom; Dexcom always sends them back to the dashboard. */
const leftKey = 'tealight-left-for-dexcom';

/** Leads to Dexcom's own sign-in page, which sends the wearer back here with a code. */
export function useDexcomSignIn() {
  const { pathname } = useLocation();
  return useMutation({
    mutationFn: () => call(dexcomLoginUrl),
    onSuccess: ({ loginUrl }) => {
      sessionStorage.setItem(leftKey, pathname);
      window.location.assign(loginUrl);
    },
    onError: complain,
  });
}

/** Connects Dexcom with the code in the address, when the wearer comes back from Dexcom's page. */
export function useDexcomReturn(onConnected: () => void): void {
  const { mutate } = useCompletion(onConnected);
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const spent = useRef<string | null>(null);
  useEffect(() => {
    const answer = answerIn(search);
    if (answer === null || spent.current === search.toString()) return;
    spent.current = search.toString();
    const left = sessionStorage.getItem(leftKey) ?? pathname;
    sessionStorage.removeItem(leftKey);
    if (left !== pathname) return void navigate(`${left}?${search}`, { replace: true });
    // The code opens an account at Dexcom: it leaves the address, which others may see.
    setSearch({}, { replace: true });
    if (answer === 'refused') complain('You are not connected: the sign-in at Dexcom was not finished');
    else mutate(answer);
  }, [search, pathname, mutate, navigate, setSearch]);
}

type Code = { code: string; state?: string };

/** What Dexcom says in the address (RFC 6749 §4.1.2); null when it is not Dexcom that speaks. */
function answerIn(search: URLSearchParams): Code | 'refused' | null {
  const [code, state] = [search.get('code'), search.get('state')];
  if (code !== null) return { code, ...(state && { state }) };
  return search.has('error') && state !== null ? 'refused' : null;
}

function useCompletion(onConnected: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Code) => {
      await call(completeDexcom, { body });
      await new Promise((resume) => setTimeout(resume, DEXCOM_WAIT_MS));
    },
    onSuccess: async () => {
      tell(connectorOf('dexcom').connected);
      await Promise.all([client.invalidateQueries(readingsQuery), client.invalidateQueries(connectionQuery)]);
      onConnected();
    },
    onError: complain,
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { completeDexcom, dexcomLoginUrl } from '@tealight/contract';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../call.ts';
import { complain, tell } from '../notices.ts';
import { connectorOf } from './connectors.ts';
import { connectionQuery, readingsQuery } from './wearer-queries.ts';

/** Dexcom needs a moment between the code and the first reading (spec §9). */
export const DEXCOM_WAIT_MS = 5000;

/** Leads to Dexcom's own sign-in page, which sends the wearer back here with a code. */
export function useDexcomSignIn() {
  return useMutation({
    mutationFn: () => call(dexcomLoginUrl),
    onSuccess: ({ loginUrl }) => window.location.assign(loginUrl),
    onError: complain,
  });
}

/** Connects Dexcom with the code in the address, when the wearer comes back from Dexcom's page. */
export function useDexcomReturn(onConnected: () => void): { returning: boolean } {
  const [search, setSearch] = useSearchParams();
  const client = useQueryClient();
  const spent = useRef<string | null>(null);
  const code = search.get('code');
  const state = search.get('state');
  const { mutate, isPending } = useMutation({
    mutationFn: async (body: { code: string; state?: string }) => {
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
  useEffect(() => {
    if (code === null || spent.current === code) return;
    spent.current = code;
    mutate({ code, ...(state && { state }) });
    // The code opens an account at Dexcom: it leaves the address, which others may see.
    setSearch({}, { replace: true });
  }, [code, state, mutate, setSearch]);
  return { returning: isPending };
}

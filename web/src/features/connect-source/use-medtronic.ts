import { useMutation, useQueryClient } from '@tanstack/react-query';
import { connectMedtronic, startMedtronic } from '@tealight/contract';
import { useRef, useState } from 'react';
import { CallFailed, call } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { connectionQuery, readingsQuery } from '../../data/wearer-queries.ts';
import { connectSourceText } from '../../text/connect-source.ts';
import { connectorOf } from './connectors.ts';
import { useShowConnectError } from './rejection.ts';
import type { SourceLogin } from './use-connection-form.ts';

/** A sign-in at CareLink that has begun: what the start answered, and what the wearer has typed. */
export type MedtronicSignIn = { login: SourceLogin; started: { captchaUrl: string } };

const isUsRegion = ({ checkedBoxes }: SourceLogin): boolean => checkedBoxes.includes('isUsRegion');

/** Connects Medtronic: a start, the wearer's own sign-in in the remote browser, and the code that comes of it. */
export function useMedtronic(onConnected: () => void) {
  const client = useQueryClient();
  const showError = useShowConnectError();
  const [signIn, setSignIn] = useState<MedtronicSignIn | null>(null);
  const start = useMutation({
    mutationFn: async (login: SourceLogin) => {
      const { data } = await call(startMedtronic, { body: { isUsRegion: isUsRegion(login) } });
      return { login, started: data };
    },
    onSuccess: setSignIn,
    onError: showError,
  });
  const complete = useMutation({
    mutationFn: async ({ signedIn, code }: { signedIn: MedtronicSignIn; code: string }) => {
      const country = isUsRegion(signedIn.login) ? 'US' : 'EU';
      const { data } = await call(connectMedtronic, { body: { ...signedIn.started, code, country } });
      if (data) return;
      const messages = [connectSourceText.medtronic.notConnected];
      throw new CallFailed({ messages, status: null, problem: null });
    },
    onSuccess: async () => {
      notifySuccess(connectorOf('medtronic').connectedMessage);
      await Promise.all([client.invalidateQueries(readingsQuery), client.invalidateQueries(connectionQuery)]);
      onConnected();
    },
    onError: (error, { signedIn }) => showError(error, signedIn.login),
  });
  const used = useRef<MedtronicSignIn | null>(null);
  return {
    signIn,
    begin: (login: SourceLogin) => {
      complete.reset();
      start.mutate(login);
    },
    cancel: () => setSignIn(null),
    finish: (code: string) => {
      setSignIn(null);
      // The server may push a code twice; one sign-in connects once.
      if (signIn === null || used.current === signIn) return;
      used.current = signIn;
      complete.mutate({ signedIn: signIn, code });
    },
    isPending: start.isPending || complete.isPending,
    error: start.error ?? complete.error,
    login: start.variables,
  };
}

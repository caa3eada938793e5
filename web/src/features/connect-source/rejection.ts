import type { SourceErrorCode, SourceType } from '@tealight/contract';
import { useIsShown } from '../../components/loading/use-while-shown.ts';
import { CallFailed } from '../../data/call-failed.ts';
import { notifyError } from '../../data/notices.ts';
import type { SourceLogin } from './use-connector-values.ts';

/** Why the last try was refused, in a sentence that says what to do; it stands on the card of its source. */
export type Rejection = { type: SourceType; title: string; errorCode: SourceErrorCode | null };

/** The rejection that this error is; null where a login is missing or something else has failed. */
export function rejectionOf(error: unknown, login: SourceLogin | undefined): Rejection | null {
  if (!(error instanceof CallFailed) || error.code !== 'source-refused' || login === undefined) return null;
  return { type: login.type, title: error.messages.join(' '), errorCode: error.problem?.errorCode ?? null };
}

/** Tells an error of connecting once: a rejection stands on its card while that is on the page, all else is a toast. */
export function useConnectError(): (error: unknown, login: SourceLogin) => void {
  const isShown = useIsShown();
  return (error, login) => {
    if (!isShown() || rejectionOf(error, login) === null) notifyError(error);
  };
}

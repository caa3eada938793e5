import type { SourceErrorCode, SourceType } from '@tealight/contract';
import { useIsShown } from '../../components/loading/use-while-shown.ts';
import { CallFailed } from '../../data/call-failed.ts';
import { notifyError } from '../../data/notices.ts';
import type { SourceLogin } from './use-connection-form.ts';

/** Why the last try was refused, in a sentence that says what to do; it stands on the card of its source. */
export type Rejection = { type: SourceType; title: string; errorCode: SourceErrorCode | null };

/** The rejection that this error is; null where a login is missing or something else has failed. */
export function rejectionOf(error: unknown, login: SourceLogin | undefined): Rejection | null {
  if (!(error instanceof CallFailed) || error.code !== 'source-refused' || login === undefined) return null;
  return { type: login.type, title: error.messages.join(' '), errorCode: error.problem?.errorCode ?? null };
}

/** Shows an error of connecting as a toast, unless it is a rejection that its card on the page shows. */
export function useShowConnectError(): (error: unknown, login: SourceLogin) => void {
  const isShown = useIsShown();
  return (error, login) => {
    if (!isShown() || rejectionOf(error, login) === null) notifyError(error);
  };
}

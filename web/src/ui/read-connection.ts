import {
  type Call,
  ConnectionStatus,
  type ConnectionType,
  cgmConnection,
  connectionStatuses,
  connectionTypes,
  problemText,
} from '@tealight/contract';
import * as z from 'zod/mini';
import { CallFailed } from '../call-failed.ts';

const plain = (word: string) => word.replace(/[^a-z]/gi, '').toLowerCase();

/** One of our words, however it is written: `allGood`, `all-good` and `AllGood` are the same. */
function oneOf<Word extends string>(words: readonly Word[]) {
  return z.pipe(
    z.string(),
    z.transform((written: string, context): Word => {
      const found = words.find((word) => plain(word) === plain(written));
      if (found !== undefined) return found;
      context.issues.push({ code: 'custom', message: 'Unknown word', input: written });
      return z.NEVER;
    }),
  );
}

const unknown = {
  state: 'none',
  trouble: null,
  text: null,
  remedy: null,
  since: null,
  lastReadingAt: null,
  nextTryAt: null,
};

/** How the connection stands, in any of the spellings that are about, also without what is ours alone. */
const AnyConnection = z.pipe(
  z.looseObject({ status: oneOf(connectionStatuses), connectionType: oneOf(connectionTypes) }),
  z.transform(
    (answer): ConnectionStatus =>
      ConnectionStatus.parse({ ...unknown, ...stateOf(answer.status), ...answer }),
  ),
);

function stateOf(status: ConnectionStatus['status']) {
  if (status === 'allGood') return { state: 'fine' };
  return { state: status === 'noCurrentData' ? 'silent' : 'none' };
}

/** The call that asks for it. */
export const anyCgmConnection = { ...cgmConnection, reply: AnyConnection } as const satisfies Call;

/** What a failed call means: no data can be trusted, and nothing is known of a source. */
export const unknownConnection: ConnectionStatus = {
  status: 'noCurrentData',
  connectionType: 'none' satisfies ConnectionType,
  state: 'none',
  trouble: null,
  text: 'How your connection stands could not be found out. We keep trying',
  remedy: null,
  since: null,
  lastReadingAt: null,
  nextTryAt: null,
};

/** Tealight itself has a problem. */
const problemConnection: ConnectionStatus = {
  ...unknownConnection,
  state: 'problem',
  text: problemText,
  remedy: 'wait',
};

/** Tealight cannot answer, or the proxy before it cannot reach it. */
const problemStatuses: readonly unknown[] = [502, 503, 504];

/** What a failed call means for the connection. */
export const connectionOf = (error: unknown): ConnectionStatus =>
  error instanceof CallFailed && problemStatuses.includes(error.status)
    ? problemConnection
    : unknownConnection;

import {
  type Call,
  ConnectionStatus,
  cgmConnection,
  connectionStatuses,
  connectionTypes,
  noConnection,
  problemText,
} from '@tealight/contract';
import * as z from 'zod/mini';
import { commonText } from '../../text/common.ts';
import { CallFailed } from '../call-failed.ts';

const normalize = (value: string) => value.replace(/[^a-z]/gi, '').toLowerCase();

/** An enum that ignores case and punctuation: `allGood`, `all-good` and `AllGood` are equal. */
function looseEnum<Value extends string>(values: readonly Value[]) {
  return z.pipe(
    z.string(),
    z.transform((text: string, context): Value => {
      const found = values.find((value) => normalize(value) === normalize(text));
      if (found !== undefined) return found;
      context.issues.push({ code: 'custom', message: 'unknown', input: text });
      return z.NEVER;
    }),
  );
}

/** A connection status in any spelling, also without the fields that only Tealight sends. */
const LooseConnectionStatus = z.pipe(
  z.looseObject({ status: looseEnum(connectionStatuses), connectionType: looseEnum(connectionTypes) }),
  z.transform(
    (answer): ConnectionStatus =>
      ConnectionStatus.parse({ ...noConnection, ...stateOf(answer.status), ...answer }),
  ),
);

function stateOf(status: ConnectionStatus['status']) {
  if (status === 'allGood') return { state: 'fine' };
  return { state: status === 'noCurrentData' ? 'silent' : 'none' };
}

/** The call with the tolerant reply schema. */
export const looseCgmConnection = { ...cgmConnection, reply: LooseConnectionStatus } as const satisfies Call;

/** The status after a failed call: no current data and an unknown source. */
export const unknownConnection = (): ConnectionStatus => ({
  ...noConnection,
  status: 'noCurrentData',
  text: commonText.calls.unreachable,
});

/** Tealight itself has a problem. */
const problemConnection = (): ConnectionStatus => ({
  ...unknownConnection(),
  state: 'problem',
  text: problemText,
  remedy: 'wait',
});

/** The connection status after a failed call: a problem of Tealight where there is an answer. */
export const connectionForError = (error: unknown): ConnectionStatus =>
  error instanceof CallFailed && error.status !== null ? problemConnection() : unknownConnection();

import { ProtocolError } from './errors.ts';

// [HubProtocol: JSON Encoding] every record ends with it; JSON escapes control characters, so it never stands inside one.
const RECORD_SEPARATOR = '\u001e';

/** One message as a record. Throws what `JSON.stringify` throws: a circular value, a bigint. */
export function toRecord(message: object): string {
  return JSON.stringify(message) + RECORD_SEPARATOR;
}

/** The records of one socket message, at least one. Throws `ProtocolError` when the last one is cut off. */
export function splitRecords(text: string): [string, ...string[]] {
  if (!text.endsWith(RECORD_SEPARATOR)) {
    throw new ProtocolError('The message does not end with the record separator 0x1E.');
  }
  const [first = '', ...rest] = text.slice(0, -1).split(RECORD_SEPARATOR);
  return [first, ...rest];
}

/** One record as a JSON object. Throws `ProtocolError` for anything else. */
export function readRecord(record: string): Readonly<Record<string, unknown>> {
  const value = parsed(record);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProtocolError('The record is not a JSON object.');
  }
  return value as Record<string, unknown>;
}

function parsed(record: string): unknown {
  try {
    return JSON.parse(record);
  } catch {
    throw new ProtocolError('The record is not valid JSON.');
  }
}

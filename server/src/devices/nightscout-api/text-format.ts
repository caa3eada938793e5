import type { Entry } from './entries/entry.ts';

/** How entries may be written. */
export type Form = 'json' | 'text' | 'csv' | 'tsv';

const types: Readonly<Record<Form, string>> = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
};

/**
 * The form a client wants: by the path's ending, else by Accept. Without either it is text, as in Nightscout: a watch
 * face relies on it, and every other client that leaves the ending out asks for JSON.
 */
export function formOf(ending: string, accept: string | undefined): Form {
  if (ending === 'json' || ending === 'csv' || ending === 'tsv') return ending;
  if (ending === 'txt') return 'text';
  const wanted = (accept ?? '*/*').split(',').map((one) => one.split(';', 1)[0]?.trim());
  for (const one of wanted) {
    if (one === 'application/json') return 'json';
    if (one === 'text/csv') return 'csv';
    if (one === 'text/tab-separated-values') return 'tsv';
    if (one === 'text/plain' || one === '*/*' || one === 'text/*') return 'text';
  }
  return 'json';
}

/** Entries as they are sent: content type and text. */
export function written(entries: readonly unknown[], form: Form): { type: string; text: string } {
  if (form === 'json') return { type: types.json, text: JSON.stringify(entries) };
  const between = form === 'csv' ? ',' : '\t';
  const rows = (entries as readonly Entry[]).map(({ dateString, date, sgv, direction, device }) =>
    [dateString, date, sgv, direction, device].map((value) => JSON.stringify(value)).join(between),
  );
  return { type: types[form], text: rows.join('\r\n') };
}

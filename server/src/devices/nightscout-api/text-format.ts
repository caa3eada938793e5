import type { Entry } from './entries/entry.ts';

/** The formats of entries. */
export type Form = 'json' | 'text' | 'csv' | 'tsv';

const types: Readonly<Record<Form, string>> = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
};

/**
 * The requested format: by the path's extension, else by Accept. Without either it is text, as in Nightscout: a watch
 * face relies on that, and all other clients without an extension accept JSON.
 */
export function formOf(extension: string, accept: string | undefined): Form {
  if (extension === 'json' || extension === 'csv' || extension === 'tsv') return extension;
  if (extension === 'txt') return 'text';
  const wanted = (accept ?? '*/*').split(',').map((one) => one.split(';', 1)[0]?.trim());
  for (const one of wanted) {
    if (one === 'application/json') return 'json';
    if (one === 'text/csv') return 'csv';
    if (one === 'text/tab-separated-values') return 'tsv';
    if (one === 'text/plain' || one === '*/*' || one === 'text/*') return 'text';
  }
  return 'json';
}

/** Serialized entries: content type and text. */
export function written(entries: readonly unknown[], form: Form): { type: string; text: string } {
  if (form === 'json') return { type: types.json, text: JSON.stringify(entries) };
  const between = form === 'csv' ? ',' : '\t';
  const rows = (entries as readonly Entry[]).map(({ dateString, date, sgv, direction, device }) =>
    [dateString, date, sgv, direction, device].map((value) => JSON.stringify(value)).join(between),
  );
  return { type: types[form], text: rows.join('\r\n') };
}

/** What a store consists of, in the order in which it is copied. Lines and bytes belong to what came before them. */
export type Item =
  | { kind: 'table'; name: string; columns: readonly string[] }
  | { kind: 'rows'; lines: readonly string[] }
  | { kind: 'photo'; name: string; createdAt: number }
  | { kind: 'bytes'; bytes: Uint8Array };

/** The names that photos have; no other is ever used as the name of a file. */
const photoName = /^[0-9a-f]{32}\.[a-z]{3,4}$/;

export const isPhotoName = (name: string): boolean => photoName.test(name);

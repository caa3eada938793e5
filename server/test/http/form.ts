export type FormField = string | { file: Buffer; name?: string };

/** A multipart body like that of a browser. */
export function formOf(fields: Record<string, FormField>) {
  const boundary = 'tealight-form';
  const parts = Object.entries(fields).map(([field, part]) => {
    const file =
      typeof part === 'string' ? '' : `; filename="${part.name ?? 'photo.png'}"\r\ncontent-type: image/png`;
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"${file}\r\n\r\n`;
    return Buffer.concat([
      Buffer.from(head),
      Buffer.from(typeof part === 'string' ? part : part.file),
      Buffer.from('\r\n'),
    ]);
  });
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

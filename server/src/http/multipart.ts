import { MAX_PHOTO_BYTES } from '@tealight/contract';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from './problem-error.ts';

/** Files of a multipart form, by field. */
export type Files = ReadonlyMap<string, Buffer>;
export type Form = { fields: Record<string, string>; files: Files };

/** Far more than a name needs, far less than would cost memory. */
const MAX_FIELD_BYTES = 16 * 1024;
const MAX_FIELDS = 20;

/** The text that some clients send in place of a missing file. */
const noFile = ['', 'null', 'undefined'];

/**
 * Reads a multipart form to its end. `takePlace` is called before a file is read.
 *
 * Throws  `unsupported-media` for another kind of body, `too-large`, `unreadable-body` for a truncated form,
 *         `invalid-input` for a field given twice or a file nobody asked for, and what `takePlace` throws.
 */
export async function readForm(
  request: FastifyRequest,
  { fileNames, takePlace }: { fileNames: readonly string[]; takePlace: () => void },
): Promise<Form> {
  if (!request.isMultipart()) throw new ProblemError('unsupported-media');
  const fields: Record<string, string> = Object.create(null);
  const files = new Map<string, Buffer>();
  try {
    for await (const part of request.parts(limits)) {
      const name = part.fieldname;
      if (name in fields || files.has(name)) throw wrongField(name, 'This field is given twice');
      if (part.type === 'field') {
        const value = String(part.value);
        if (!fileNames.includes(name)) fields[name] = value;
        else if (!noFile.includes(value)) throw wrongField(name, 'This field takes a file');
      } else {
        if (!fileNames.includes(name)) throw wrongField(name, 'This field takes no file');
        takePlace();
        const file = await part.toBuffer();
        if (file.length > 0) files.set(name, file);
      }
    }
  } catch (error) {
    throw formProblemOf(error);
  }
  return { fields: { ...fields }, files };
}

const limits = {
  limits: {
    fileSize: MAX_PHOTO_BYTES,
    files: 1,
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    parts: MAX_FIELDS + 1,
  },
};

const wrongField = (name: string, message: string) =>
  new ProblemError('invalid-input', { errors: { [name.slice(0, 64)]: [message] } });

function formProblemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const { statusCode } = error as { statusCode?: number };
  return new ProblemError(statusCode === 413 ? 'too-large' : 'unreadable-body');
}

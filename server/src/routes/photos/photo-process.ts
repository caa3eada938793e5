// Decodes one photo and ends: a separate process, because a small file can take a gigabyte to decode.
// Standard input has the upload; standard output gets the two pictures, each after its length, with the
// format of the first as one line of JSON before them. For anything but a photo the exit code is not 0.
import { buffer } from 'node:stream/consumers';
import sharp, { type Metadata } from 'sharp';
import { type Format, MAX_PIXELS, SQUARE_PX } from './photo-rules.ts';

sharp.cache(false);
sharp.concurrency(1);

const upload = await buffer(process.stdin);
// Only the first frame of an animation is kept. Color profile and orientation are applied, then
// all metadata is removed.
const image = () =>
  sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient();

const kept = keptFormat(await image().metadata());
const square = await image().resize(SQUARE_PX, SQUARE_PX, { fit: 'cover' }).webp().toBuffer();
const original = await image().toFormat(kept, { quality: 90, effort: 1 }).toBuffer();

const length = (picture: Buffer) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(picture.length);
  return bytes;
};
process.stdout.write(`${JSON.stringify({ format: kept })}\n`);
process.stdout.write(Buffer.concat([length(original), original, length(square), square]));

function keptFormat({ format, compression }: Metadata): Format {
  // Encoding AVIF takes twice the memory of everything else.
  if (format === 'heif' && compression === 'av1') return 'webp';
  if (format === 'jpeg' || format === 'png' || format === 'webp' || format === 'gif') return format;
  throw new Error('Not a photo');
}

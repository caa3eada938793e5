import { inflateRawSync } from 'node:zlib';

// [APPNOTE.TXT 4.3] signatures and offsets of the zip format.
const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** The text files in a zip file by their names, read by its central directory. */
export function unzip(zip: Buffer): Record<string, string> {
  let end = zip.length - 22;
  while (end > 0 && zip.readUInt32LE(end) !== END) end -= 1;
  const files: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0 && zip.readUInt32LE(at) === ENTRY; left -= 1) {
    const [method, size, nameLength] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    files[name] = contentAt(zip, { at: zip.readUInt32LE(at + 42), size, method });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

function contentAt(zip: Buffer, { at, size, method }: { at: number; size: number; method: number }): string {
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const packed = zip.subarray(start, start + size);
  return (method === 8 ? inflateRawSync(packed) : packed).toString('utf8');
}

// Loaded before the server: ends its process once, before it listens. CRASHED is the file that remembers it.
import { existsSync, writeFileSync } from 'node:fs';

const mark = process.env.CRASHED ?? '';
if (process.argv[1]?.endsWith('server/src/main.ts') && !existsSync(mark)) {
  writeFileSync(mark, '');
  process.exit(1);
}

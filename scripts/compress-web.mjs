// Writes compressed copies beside the files of the built web app, for a server that may not write them itself:
// in an image, or under a service manager that makes the code read-only.
import { fileURLToPath } from 'node:url';
import { packAssets } from '../server/src/http/pages/compress-assets.ts';

await packAssets(fileURLToPath(new URL('../web/dist', import.meta.url)));

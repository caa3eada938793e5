import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

const folders = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/homebrew/bin',
  '/opt/chromium',
  '/opt/google/chrome',
];
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'chromium-headless-shell',
];
const places = [
  ...names.flatMap((name) => folders.map((folder) => posix.join(folder, name))),
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['C:\\Program Files', 'C:\\Program Files (x86)'].flatMap((folder) => [
    win32.join(folder, 'Google\\Chrome\\Application\\chrome.exe'),
    win32.join(folder, 'Microsoft\\Edge\\Application\\msedge.exe'),
  ]),
];

/** The path of a Chromium: the one that was `given`, else one in the usual places; null where there is none. `ownPlace`: where the driver would have put one. */
export async function findChromium(given: string | null, ownPlace: () => string): Promise<string | null> {
  const candidates = given === null ? [...places, ownPlace()] : [given];
  for (const path of candidates) if (await runs(path)) return path;
  return null;
}

async function runs(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

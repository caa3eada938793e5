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
const usualPaths = [
  ...names.flatMap((name) => folders.map((folder) => posix.join(folder, name))),
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['C:\\Program Files', 'C:\\Program Files (x86)'].flatMap((folder) => [
    win32.join(folder, 'Google\\Chrome\\Application\\chrome.exe'),
    win32.join(folder, 'Microsoft\\Edge\\Application\\msedge.exe'),
  ]),
];

/**
 * The path of Chromium: the configured one, otherwise one of the usual ones or that of the driver. Null if there is
 * none.
 */
export async function findChromium(
  configured: string | null,
  driverPath: () => string,
): Promise<string | null> {
  const candidates = configured === null ? [...usualPaths, driverPath()] : [configured];
  for (const path of candidates) if (await isExecutable(path)) return path;
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

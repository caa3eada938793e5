// Finds a Chromium for the tests: CHROMIUM, the usual names, the usual places; installs one if possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './setup.mjs';

const names = [
  'chromium',
  'chromium-browser',
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const folders = (process.env.PATH ?? '').split(delimiter);
const onPath = (name) => folders.map((folder) => join(folder, name));
const find = () => [...names.flatMap(onPath), ...places].find((path) => existsSync(path));

/**
 * The path of a Chromium without windows, or undefined. Pages open faster in it: each window of a whole one loads 800
 * files of the browser's own.
 */
export const headlessShell = () => onPath('chromium-headless-shell').find((path) => existsSync(path));

async function downloaded() {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

const debianRoot = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** The path of a Chromium, which is installed if necessary; otherwise ends the command with one line that says what to do. */
export async function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const found = find() ?? (await downloaded());
  if (found) return found;
  console.log('No Chromium found: installing one for the tests …');
  if (debianRoot()) {
    run('sh', [
      '-c',
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null',
    ]);
  } else {
    spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' });
  }
  const installed = find() ?? (await downloaded());
  if (installed) return installed;
  console.error(
    'The tests need a Chromium: install one (Debian: apt install chromium) or set CHROMIUM to its path.',
  );
  process.exit(1);
}

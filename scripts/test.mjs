// Everything that must hold, from format to end-to-end tests in a real browser.
import { chromium, headlessShell } from './chromium.mjs';
import { buildWeb, environment, install, run } from './setup.mjs';

install();
run('biome', ['check', '--error-on-warnings', '.']);
run('node', ['scripts/words.mjs']);
run('node', ['scripts/types.mjs']);
// The remote browser's tests need one, too.
environment.CHROMIUM = await chromium();
// Tests of the process open its pages in browsers.
buildWeb();
run('vitest', ['run', '--project', 'node', '--project', 'web', '--project', 'process']);
run('vitest', ['run', '--project', 'alone', '--no-file-parallelism']);
environment.HEADLESS_SHELL = headlessShell() ?? '';
run('playwright', ['test']);

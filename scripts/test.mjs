// Everything that must hold, from format to end-to-end tests in a real browser.
import { chromium } from './chromium.mjs';
import { buildWeb, environment, install, run } from './setup.mjs';

install();
run('biome', ['check', '--error-on-warnings', '.']);
run('node', ['scripts/words.mjs']);
run('node', ['scripts/types.mjs']);
run('vitest', ['run', '--project', 'node', '--project', 'web']);
run('vitest', ['run', '--project', 'process', '--no-file-parallelism']);
buildWeb();
environment.CHROMIUM = await chromium();
run('playwright', ['test']);

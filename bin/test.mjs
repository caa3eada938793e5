// Everything that must hold, from format to whole journeys in a real browser.
import { chromium } from './chromium.mjs';
import { buildWeb, environment, install, run } from './setup.mjs';

install();
run('biome', ['check', '--error-on-warnings', '.']);
run('node', ['bin/types.mjs']);
run('vitest', ['run', '--project', 'rooms', '--project', 'web']);
run('vitest', ['run', '--project', 'attack', '--no-file-parallelism']);
buildWeb();
environment.CHROMIUM = await chromium();
run('playwright', ['test']);

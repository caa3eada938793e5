import { StartError } from '../shared/start-error.ts';
import { runCommand } from './command.ts';
import { move } from './move.ts';
import { moveText } from './text.ts';

const usage = 'Usage: npm run move -- --to postgres://user@host:5432/database';

await runCommand(
  { usage, options: { to: { type: 'string' } } },
  async ({ options, words, config, signal }) => {
    const { to } = options;
    const protocol = typeof to === 'string' ? URL.parse(to)?.protocol : undefined;
    if (typeof to !== 'string' || !/^postgres(ql)?:$/.test(protocol ?? '') || words.length > 0)
      throw new StartError(`Name the address of the database. ${usage}`);
    const moved = await move(config, to, signal);
    await moved[Symbol.asyncDispose]();
    return moveText(moved, config.dataDir);
  },
);

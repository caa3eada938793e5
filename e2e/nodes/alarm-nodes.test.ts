import { expect, test } from 'vitest';
import { postgresAnswers } from '../browser/support/database.ts';
import { alarmsWhileKilled } from '../support/alarms-while-killed.ts';
import { twoNodes } from '../support/two-nodes.ts';

test.runIf(await postgresAnswers())(
  '[ALM-42] [ALM-10] two nodes are killed in turn while readings fall: the other one delivers, nothing is lost, and nothing is shown twice',
  async ({ annotate }) => {
    const alarms = await alarmsWhileKilled();
    const { one, other } = alarms.left.use(await twoNodes({ alone: alarms.join }));
    const result = await alarms.run([one, other]);
    expect(result.kills).toBeGreaterThan(1);
    await annotate(JSON.stringify(result));
  },
  900_000,
);

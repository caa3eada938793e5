import { expect, test } from 'vitest';
import { alarmsWhileKilled } from '../support/alarms-while-killed.ts';
import { realProcess, warningsIn } from '../support/real-process.ts';

test('[ALM-42] [ALM-10] the only node is killed and started again while readings fall: nothing is lost, and nothing is shown twice', async ({
  annotate,
}) => {
  const alarms = await alarmsWhileKilled();
  const node = alarms.left.use(await realProcess());
  await alarms.join(node);
  const result = await alarms.run([node], async () => warningsIn(node.said()));
  expect(result.kills).toBeGreaterThan(1);
  await annotate(JSON.stringify(result));
}, 900_000);

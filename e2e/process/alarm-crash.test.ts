import { expect, test } from 'vitest';
import { alarmExam } from '../support/alarm-exam.ts';
import { realProcess } from '../support/real-process.ts';

test('[ALM-42] [ALM-10] the only node is killed and started again while readings fall: nothing is lost, and nothing is shown twice', async ({
  annotate,
}) => {
  const exam = await alarmExam();
  const node = exam.left.use(await realProcess());
  await exam.join(node);
  const result = await exam.run([node]);
  expect(result.kills).toBeGreaterThan(1);
  await annotate(JSON.stringify(result));
}, 900_000);

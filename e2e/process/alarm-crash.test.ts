import { test } from 'vitest';
import { alarmExam } from '../support/alarm-exam.ts';
import { realProcess } from '../support/real-process.ts';

test('[ALM-42] [ALM-10] the only node is killed between reading, decision and delivery and started again: nothing is lost, and nothing is shown twice', async () => {
  const exam = await alarmExam(4);
  const node = exam.left.use(await realProcess());
  await exam.join(node);
  await exam.run(2, () => ({ dying: node, living: node }));
}, 900_000);

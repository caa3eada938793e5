import { test } from 'vitest';
import { postgresAnswers } from '../browser/support/database.ts';
import { alarmExam } from '../support/alarm-exam.ts';
import { twoNodes } from '../support/two-nodes.ts';

test.runIf(await postgresAnswers())(
  '[ALM-42] [ALM-10] a node is killed between reading, decision and delivery: the other one delivers, nothing is lost, and nothing is shown twice',
  async () => {
    const exam = await alarmExam(8);
    const { one, other } = exam.left.use(await twoNodes({ alone: exam.join }));
    await exam.run(3, (round) =>
      round % 2 === 0 ? { dying: one, living: other } : { dying: other, living: one },
    );
  },
  900_000,
);

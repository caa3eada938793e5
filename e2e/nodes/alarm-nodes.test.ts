import { expect, test } from 'vitest';
import { postgresAnswers } from '../browser/support/database.ts';
import { alarmExam } from '../support/alarm-exam.ts';
import { twoNodes } from '../support/two-nodes.ts';

test.runIf(await postgresAnswers())(
  '[ALM-42] [ALM-10] two nodes are killed in turn while readings fall: the other one delivers, nothing is lost, and nothing is shown twice',
  async ({ annotate }) => {
    const exam = await alarmExam();
    const { one, other } = exam.left.use(await twoNodes({ alone: exam.join }));
    const result = await exam.run([one, other]);
    expect(result.kills).toBeGreaterThan(1);
    await annotate(JSON.stringify(result));
  },
  900_000,
);

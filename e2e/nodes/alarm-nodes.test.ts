import { expect, test } from 'vitest';
import { postgresAnswers } from '../browser/support/database.ts';
import { alarmsWhileKilled } from '../support/alarms-while-killed.ts';
import { warningsIn } from '../support/real-process.ts';
import { twoNodes } from '../support/two-nodes.ts';

test.runIf(await postgresAnswers())(
  '[ALM-42] [ALM-10] two nodes are killed in turn while readings fall: the other one delivers, nothing is lost, and nothing is shown twice',
  async ({ annotate }) => {
    const alarms = await alarmsWhileKilled();
    const { one, other, ask } = alarms.left.use(await twoNodes({ alone: alarms.join }));
    const storedOf = (email: string) => {
      const wearer = `(select w.id from wearers w join accounts a on a.id = w.account_id where a.email = '${email}')`;
      const episodes = `(select id from alarm_episodes where wearer_id = ${wearer})`;
      const of = (table: string) => ask(`select * from ${table} where wearer_id = ${wearer}`);
      const deliveries = ask(`select * from alarm_deliveries where episode_id in ${episodes}`);
      const logged = [one, other].flatMap(({ said }) => warningsIn(said()));
      const tables = ['connections', 'readings', 'alarm_watch', 'alarm_episodes'];
      return Promise.all([...tables.map(of), deliveries, logged]);
    };
    const result = await alarms.run([one, other], storedOf);
    expect(result.kills).toBeGreaterThan(1);
    await annotate(JSON.stringify(result));
  },
  900_000,
);

import { currentReadings, glucoseChart, type ReplyOf, readStatistics } from '@tealight/contract';
import { expect, onTestFinished, test } from 'vitest';
import { postgresAnswers } from '../browser/support/database.ts';
import { twoNodes } from '../support/two-nodes.ts';

test.runIf(await postgresAnswers())(
  '[OPS-2] [DASH-2] a page that one node has notified gets the new reading from another, also before that one is notified',
  async () => {
    const nodes = await twoNodes();
    onTestFinished(() => nodes[Symbol.asyncDispose]());
    const { other, ada, ask } = nodes;
    const read = async <Reply>(path: string): Promise<Reply> =>
      (await (
        await fetch(other.url + path, { headers: { authorization: `Bearer ${ada.token}` } })
      ).json()) as Reply;
    const shown = async () => {
      const { data } = await read<ReplyOf<typeof currentReadings>>(currentReadings.path);
      const chart = await read<ReplyOf<typeof glucoseChart>>(`${glucoseChart.path}?span=24h`);
      const statistics = await read<ReplyOf<typeof readStatistics>>(`${readStatistics.path}?period=24h`);
      return {
        value: data.currentCgmReading?.value,
        points: chart.data.mgdl.length,
        readings: statistics.data?.current?.readings,
      };
    };
    // As if a node had stored it whose announcement is still on its way.
    const measured = (mgdl: number, agoS: number) =>
      ask(
        `insert into readings select id, ${Date.now() - agoS * 1000}, ${mgdl}, 'steady' from wearers order by id limit 1`,
      );
    await measured(112, 600);
    expect(await shown()).toMatchObject({ value: 112, points: 1, readings: 1 });
    await measured(64, 300);
    expect(await shown()).toMatchObject({ value: 64, points: 2, readings: 2 });
  },
);

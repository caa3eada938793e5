import {
  type ChartSpan,
  type ProfilePeriod,
  type ReplyOf,
  type StoryPeriod,
  saveStorySettings,
  storyChart,
  storyProfile,
  storySettings,
  storyStatistics,
} from '@tealight/contract';
import type { Parts } from './parts.ts';
import { type Api, serve } from './serve.ts';

/** What a wearer's readings tell, as other parts compute it. */
export type Story = {
  statisticsFor(wearerId: number, period: StoryPeriod): Promise<ReplyOf<typeof storyStatistics>['data']>;
  chartFor(wearerId: number, span: ChartSpan): Promise<ReplyOf<typeof storyChart>['data']>;
  profileFor(wearerId: number, period: ProfilePeriod): Promise<ReplyOf<typeof storyProfile>['data']>;
  /** Erases what is older than the wearer wants it kept. */
  eraseFor(wearerId: number): Promise<void>;
};

/** Time in range, chart and profile, and the settings that decide how they are told. */
export function serveStory(api: Api, { story, store, changes }: Parts): void {
  serve(api, storyStatistics, async ({ query: { period }, visitor }) => ({
    data: await story.statisticsFor(visitor.wearerId, period),
  }));

  serve(api, storyChart, async ({ query: { span }, visitor }) => ({
    data: await story.chartFor(visitor.wearerId, span),
  }));

  serve(api, storyProfile, async ({ query: { period }, visitor }) => ({
    data: await story.profileFor(visitor.wearerId, period),
  }));

  serve(api, storySettings, async ({ visitor }) => ({
    data: await store.storySettings.of(visitor.wearerId),
  }));

  serve(api, saveStorySettings, async ({ body, visitor }) => {
    await store.storySettings.save(visitor.wearerId, body);
    if (body.keepDays !== null) {
      await story.eraseFor(visitor.wearerId);
      await changes.tell(visitor.wearerId, 'readings');
    }
    return { isSuccess: true };
  });
}

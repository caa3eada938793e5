import { type AlarmKind, rankOf } from '@tealight/glucose';
import type { Store } from '../../src/store/store.ts';

/** What happens to an alarm of a wearer; `name` is the evaluation's, one for each alarm; `takenAt` of its reading, by default `at`. */
type Happening = {
  wearerId: number;
  kind: AlarmKind;
  name?: string;
  mgdl?: number;
  at?: number;
  takenAt?: number;
};

/** Alarms of wearers as evaluations would store and publish them. */
export function episodesIn(store: Pick<Store, 'transaction' | 'changes'>) {
  const record = async (
    { wearerId, kind, name = kind, mgdl = 52, at = Date.now(), takenAt = at }: Happening,
    change: { ring: boolean; isEnd: boolean; ringingSince: number | null; steps: number },
  ) => {
    const { ringingSince, steps, ...how } = change;
    // In one transaction, as an evaluation does: a ring without its step would be news twice.
    await store.transaction(async ({ alarmEpisodes }) => {
      await alarmEpisodes.record(wearerId, {
        episode: name,
        kind,
        rank: rankOf(kind),
        at,
        mgdl,
        takenAt,
        ...how,
      });
      await alarmEpisodes.notified(wearerId, name, { ringingSince, steps, isMessage: true });
    });
    store.changes.publish(wearerId, 'alarms');
  };
  return {
    ring: (about: Happening, steps = 1) =>
      record(about, { ring: true, isEnd: false, ringingSince: about.at ?? Date.now(), steps }),
    /** A step of the escalation that is no repeat, or a changed text with the steps there were. */
    step: (about: Happening, steps: number) =>
      record(about, { ring: false, isEnd: false, ringingSince: about.at ?? Date.now(), steps }),
    see: (about: Happening) => record(about, { ring: false, isEnd: false, ringingSince: null, steps: 0 }),
    end: (about: Happening) => record(about, { ring: false, isEnd: true, ringingSince: null, steps: 0 }),
  };
}

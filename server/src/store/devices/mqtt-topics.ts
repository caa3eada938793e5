import type { Db } from '../db.ts';

/**
 * Topics with retained messages on the operator's broker. A topic is added before its first message, and removed when
 * the broker has confirmed that the message is deleted. So the topics of a replaced code or an erased account are
 * cleared by any node, however long the broker was unreachable; until then the old code is stored here.
 */
export function mqttTopicStore(db: Db) {
  return {
    async add(wearerId: number, topics: readonly string[]): Promise<void> {
      if (topics.length === 0) return;
      await db
        .insertInto('mqtt_topics')
        .values(topics.map((topic) => ({ topic, wearer_id: wearerId })))
        .onConflict((conflict) => conflict.column('topic').doUpdateSet({ wearer_id: wearerId }))
        .execute();
    },
    async of(wearerId: number): Promise<string[]> {
      const rows = await db
        .selectFrom('mqtt_topics')
        .select('topic')
        .where('wearer_id', '=', wearerId)
        .execute();
      return rows.map(({ topic }) => topic);
    },
    async remove(topic: string): Promise<void> {
      await db.deleteFrom('mqtt_topics').where('topic', '=', topic).execute();
    },
    /** Wearers who are erased and still have topics: ids after `id`, ascending. */
    async erasedAfter(id: number, count: number): Promise<number[]> {
      const rows = await db
        .selectFrom('mqtt_topics')
        .leftJoin('wearers', 'wearers.id', 'mqtt_topics.wearer_id')
        .select('mqtt_topics.wearer_id')
        .distinct()
        .where('wearers.id', 'is', null)
        .where('mqtt_topics.wearer_id', '>', id)
        .orderBy('mqtt_topics.wearer_id')
        .limit(count)
        .execute();
      return rows.map(({ wearer_id }) => wearer_id);
    },
  };
}

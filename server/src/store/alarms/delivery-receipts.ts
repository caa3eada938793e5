import type { Db } from '../db.ts';

/** Receipts of messages that were handed over: their service rings until somebody acknowledges them. */
export function deliveryReceiptStore(db: Db) {
  return {
    /** Asks again later, or not at all. Nothing where its receipt has ended meanwhile: without one the message would be sent again. */
    async askAt(id: number, nextAt: number | null): Promise<void> {
      await db
        .updateTable('alarm_deliveries')
        .set({ next_at: nextAt, claimed_by: null })
        .where('id', '=', id)
        .where('receipt', 'is not', null)
        .execute();
    },
    /** Receipts of messages about these alarms that a service still rings for. */
    async receiptsOf(episodeId: number, channelId: number): Promise<{ receipt: string; rank: number }[]> {
      const rows = await db
        .selectFrom('alarm_deliveries')
        .select(['receipt', 'rank'])
        .where('episode_id', '=', episodeId)
        .where('channel_id', '=', channelId)
        .where('receipt', 'is not', null)
        .execute();
      return rows.flatMap(({ receipt, rank }) => (receipt === null ? [] : { receipt, rank }));
    },
    /** Nothing rings under these receipts any more. */
    async endReceipts(episodeId: number, channelId: number, receipts: readonly string[]): Promise<void> {
      if (receipts.length === 0) return;
      await db
        .updateTable('alarm_deliveries')
        .set({ receipt: null, next_at: null, claimed_by: null })
        .where('episode_id', '=', episodeId)
        .where('channel_id', '=', channelId)
        .where('receipt', 'in', receipts)
        .execute();
    },
  };
}

import type { Reading } from '@tealight/glucose';

export type ReadingTable = { wearer_id: number; taken_at: number; mgdl: number; trend: Reading['trend'] };

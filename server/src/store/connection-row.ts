import type { Generated } from 'kysely';

export type ConnectionTable = {
  wearer_id: number;
  source: string;
  sealed_login: string | null;
  sealed_session: string | null;
  revision: number;
  state: string;
  trouble: string | null;
  since: number;
  failures: Generated<number>;
  next_at: number | null;
  lease_until: Generated<number>;
  lease_by: string | null;
  rhythm: string | null;
  last_reading_at: number | null;
  created_at: number;
};

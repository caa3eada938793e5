import { useQuery } from '@tanstack/react-query';
import { convert, isStale } from '@tealight/glucose';
import { useNow } from '../../components/use-now.ts';
import { readingsQuery, useConnection } from '../../data/wearer-queries.ts';

/** The current reading in whole mg/dL; null where there is none, or an old one. */
export function useCurrentMgdl(): number | null {
  const { data } = useQuery(readingsQuery);
  const isGood = useConnection()?.status === 'allGood';
  const now = useNow();
  const current = data?.currentCgmReading;
  if (!isGood || !current || current.stale || isStale(Date.parse(current.time), now)) return null;
  return convert(current.value, data.unit, 'mg/dL');
}

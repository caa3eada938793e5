import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

export type Answer<Data> = {
  data: Data | undefined;
  /** Whether the last call that has ended failed. */
  isError: boolean;
  /** Why it failed, where this component has seen it. */
  error: Error | null;
  /** No call has ended yet. */
  isPending: boolean;
  refetch: () => Promise<unknown>;
};

/**
 * A query as its last ended call has left it. While a query that never succeeded is tried again, it forgets that it has
 * failed: what is said of the failure would go and come back with every poll.
 */
export function useAnswer<Data>(query: UseQueryResult<Data>): Answer<Data> {
  const { data, error, errorUpdateCount, refetch } = query;
  const [last, setLast] = useState<Error | null>(null);
  if (error !== null && error !== last) setLast(error);
  const isError = query.isError || (data === undefined && errorUpdateCount > 0);
  return {
    data,
    isError,
    error: error ?? (isError ? last : null),
    isPending: data === undefined && !isError,
    refetch,
  };
}

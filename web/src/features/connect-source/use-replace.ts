import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConnectionType, SourceType } from '@tealight/contract';
import { useState } from 'react';
import { notifyError } from '../../data/notices.ts';
import { connectionQuery } from '../../data/wearer-queries.ts';

/** A connection that the wearer wants to make. */
type Wanted = {
  type: SourceType;
  /** What to know about its readings, where they come later than those of any other source. */
  late: string | null;
  connect: () => void;
};

/** A question before a connection replaces another one. */
export type ReplaceQuestion = Wanted & { present: ConnectionType };

/**
 * Asks before a connection replaces another one. Which one is connected now has to be known first: nothing is
 * replaced that could not be read.
 */
export function useReplace() {
  const client = useQueryClient();
  useQuery(connectionQuery);
  const [question, setQuestion] = useState<ReplaceQuestion | null>(null);
  const check = useMutation({
    mutationFn: async (_: Wanted) => (await client.fetchQuery(connectionQuery)).connectionType,
    onSuccess: (present, wanted) => {
      const isSame = present === wanted.type && wanted.late === null;
      if (present === 'none' || isSame) wanted.connect();
      else setQuestion({ ...wanted, present });
    },
    onError: notifyError,
  });
  return {
    /** What is asked now; null: nothing. */
    question,
    isChecking: check.isPending,
    /** Connects at once where nothing is replaced, else after a yes. */
    request: check.mutate,
    yes: () => {
      setQuestion(null);
      question?.connect();
    },
    no: () => setQuestion(null),
  };
}

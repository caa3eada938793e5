import { Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ListedWearer, readAudit } from '@tealight/contract';
import { LoadError } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { call } from '../../../data/call.ts';
import { commonText } from '../../../text/common.ts';
import { auditText } from '../../../text/people/audit.ts';
import { dayTimeText } from '../dates.ts';
import classes from '../manage.module.css';
import { auditSentence } from './audit-sentence.ts';

/** Who was given access and what was changed, the latest first, page by page (PPL-33). */
export function AuditPanel({ wearer }: { wearer: ListedWearer }) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useAudit(wearer.id);
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <Panel title={auditText.title}>
      <Text mb="xs">{auditText.about}</Text>
      {entries === undefined &&
        (isError ? (
          <LoadError onRetry={refetch} />
        ) : (
          <Skeleton height={96} aria-label={commonText.loading} role="status" />
        ))}
      {entries?.length === 0 && <Text c="dimmed">{auditText.none}</Text>}
      {entries && entries.length > 0 && (
        <ul className={classes.list} aria-label={auditText.list}>
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be alike in everything, and none ever moves.
            <li key={`${entry.at} ${index}`}>
              <div>
                <Text>{auditSentence(entry)}</Text>
                <Text size="sm" c="dimmed">
                  {dayTimeText(entry.at)}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage().catch(() => undefined)}
        >
          {auditText.more}
        </Button>
      )}
      {entries && isError && <LoadError onRetry={fetchNextPage} />}
    </Panel>
  );
}

const useAudit = (wearer: string) =>
  useInfiniteQuery({
    queryKey: [readAudit.path, wearer],
    queryFn: ({ signal, pageParam }) =>
      call(readAudit, { wearer, signal, query: pageParam === null ? {} : { before: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

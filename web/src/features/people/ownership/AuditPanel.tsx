import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ListedWearer, readAudit } from '@tealight/contract';
import { ItemList } from '../../../components/content/ItemList.tsx';
import { MorePages } from '../../../components/content/MoreButton.tsx';
import { LoadError, Loading } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { call, POLL_TIMEOUT_MS } from '../../../data/call.ts';
import { dayTimeText } from '../../../data/page/page-locale.ts';
import { auditText } from '../../../text/people/audit.ts';
import { polled } from '../queries.ts';
import { auditSentence } from './audit-sentence.ts';

/** Who was given access and what was changed, the latest first, page by page (PPL-33). */
export function AuditPanel({ wearer }: { wearer: ListedWearer }) {
  const audit = useAudit(wearer.id);
  const { isError, refetch } = audit;
  const entries = audit.data?.pages.flatMap((page) => page.entries);
  return (
    <Panel title={auditText.title}>
      <Text mb="xs">{auditText.about}</Text>
      {entries === undefined && <Loading {...{ isError, refetch }} height={96} />}
      {entries?.length === 0 && <Text c="dimmed">{auditText.none}</Text>}
      {entries && entries.length > 0 && (
        <ItemList label={auditText.list}>
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
        </ItemList>
      )}
      <MorePages label={auditText.more} pages={audit} />
      {entries && isError && (
        <LoadError onRetry={audit.isFetchNextPageError ? audit.fetchNextPage : refetch} />
      )}
    </Panel>
  );
}

const useAudit = (wearer: string) =>
  useInfiniteQuery({
    queryKey: [readAudit.path, wearer],
    queryFn: ({ signal, pageParam }) =>
      call(readAudit, {
        wearer,
        signal,
        timeoutMs: POLL_TIMEOUT_MS,
        query: pageParam === null ? {} : { before: pageParam },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...polled,
  });

import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../data/queries.ts';
import { commonText } from '../text/common.ts';
import { Sentence } from '../text/Sentence.tsx';

/** A link to the outbox on a server that sends no email. */
export function OutboxHint() {
  const site = useQuery(siteQuery).data;
  if (!site?.outbox) return null;
  return (
    <Alert variant="light" title={commonText.outbox.title}>
      <Sentence
        text={commonText.outbox.whereEmailsAre}
        parts={{
          outbox: (words) => (
            <Anchor href="/outbox" target="_blank" rel="noopener" inherit underline="always">
              {words}
            </Anchor>
          ),
        }}
      />
    </Alert>
  );
}

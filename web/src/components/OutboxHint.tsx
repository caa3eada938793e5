import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../data/queries.ts';

/** A link to the outbox on a server that sends no email. */
export function OutboxHint() {
  const site = useQuery(siteQuery).data;
  if (!site?.outbox) return null;
  return (
    <Alert variant="light" title="This Tealight sends no email">
      Its emails are kept on this machine:{' '}
      <Anchor href="/outbox" target="_blank" rel="noopener" inherit underline="always">
        open the outbox
      </Anchor>
      .
    </Alert>
  );
}

import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../queries.ts';

/** Where the mails are on a Tealight that has no mail server. */
export function OutboxHint() {
  const site = useQuery(siteQuery).data;
  if (!site?.outbox) return null;
  return (
    <Alert variant="light" title="This Tealight sends no mail">
      Its mails are kept on this machine:{' '}
      <Anchor href="/outbox" target="_blank" rel="noopener" inherit underline="always">
        open the outbox
      </Anchor>
      .
    </Alert>
  );
}

import { Skeleton, Switch } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type MailSettings, mailSettings, saveMailSettings } from '@tealight/contract';
import { call } from '../../call.ts';
import { complain, tell } from '../../notices.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Panel } from '../../ui/Panel.tsx';

const mailsQuery = queryOptions({
  queryKey: [mailSettings.path],
  queryFn: async ({ signal }) => (await call(mailSettings, { signal })).data,
});

/** Which mails the wearer gets besides those that an account needs. */
export function MailsPanel() {
  const { data: mails, isError, refetch } = useQuery(mailsQuery);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (body: MailSettings) => call(saveMailSettings, { body }),
    onSuccess: (_, chosen) => {
      client.setQueryData(mailsQuery.queryKey, chosen);
      tell('Your choice has been saved');
    },
    onError: complain,
  });
  return (
    <Panel title="Mails">
      {!mails &&
        (isError ? <Failed again={refetch} /> : <Skeleton height={48} aria-label="Loading" role="status" />)}
      {mails && (
        <Switch
          label="Write to me when my source stops giving readings"
          description="Once, when only you can mend it. Mails about your account come in any case."
          checked={mails.lostSource}
          onChange={(event) => save.mutate({ lostSource: event.currentTarget.checked })}
        />
      )}
    </Panel>
  );
}

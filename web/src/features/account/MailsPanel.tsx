import { Switch } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type MailSettings, mailSettings, saveMailSettings } from '@tealight/contract';
import { CallErrors } from '../../components/forms/FormErrors.tsx';
import { Loading } from '../../components/LoadError.tsx';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { accountText } from '../../text/account.ts';
import { commonText } from '../../text/common.ts';

const mailsQuery = queryOptions({
  queryKey: [mailSettings.path],
  queryFn: async ({ signal }) => (await call(mailSettings, { signal })).data,
});

/** The optional emails. Emails that an account needs are always sent. */
export function MailsPanel() {
  const { data: mails, isError, refetch } = useQuery(mailsQuery);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (body: MailSettings) => call(saveMailSettings, { body }),
    onSuccess: (_, chosen) => {
      client.setQueryData(mailsQuery.queryKey, chosen);
      notifySuccess(commonText.choiceSaved);
    },
  });
  return (
    <Panel title={accountText.mails.title}>
      {!mails && <Loading {...{ isError, refetch }} height={48} />}
      {mails && (
        <Switch
          label={accountText.mails.whenReadingsStop}
          description={accountText.mails.whenReadingsStopAbout}
          checked={mails.lostSource}
          onChange={(event) => save.mutate({ lostSource: event.currentTarget.checked })}
        />
      )}
      <CallErrors error={save.error} />
    </Panel>
  );
}

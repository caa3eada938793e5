import { Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { saveAlarmChannel } from '@tealight/contract';
import { useMemo, useState } from 'react';
import { Inset } from '../../../../components/content/Inset.tsx';
import { Form } from '../../../../components/forms/Form.tsx';
import { SubmitRow } from '../../../../components/forms/SubmitRow.tsx';
import { TextField } from '../../../../components/forms/TextField.tsx';
import { useFormValues } from '../../../../components/forms/use-form-values.ts';
import { call } from '../../../../data/call.ts';
import { alarmsKey } from '../../../../data/wearer/alarms.ts';
import { accountClient } from '../../../../data/wearer/query-clients.ts';
import { addChannelText as text } from '../../../../text/alarms/channels.ts';
import { HideValues } from '../ChangeChannel.tsx';
import { type ChannelBody, channelForm, startValues, type TypedKind } from './channel-form.ts';
import { NtfySubscribe } from './NtfySubscribe.tsx';

export type ChannelFormProps = {
  kind: TypedKind;
  /** With the secret of a webhook, which is shown once. */
  onAdded: (name: string, secret: string | null) => void;
  onClose: () => void;
};

const typed = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** The form of a channel whose address is typed. A webhook sends no value unless that is asked for (ALM-38). */
export function ChannelForm({ kind, onAdded, onClose }: ChannelFormProps) {
  const [hidesValues, setHidesValues] = useState(kind === 'webhook');
  const schema = useMemo(() => channelForm(kind, hidesValues), [kind, hidesValues]);
  const add = useMutation({
    mutationFn: (body: ChannelBody) => call(saveAlarmChannel, { body }),
    onSuccess: async ({ secret }, { name }) => {
      await accountClient.invalidateQueries({ queryKey: alarmsKey });
      onAdded(name, secret);
    },
  });
  const [start] = useState(() => startValues(kind, text.choices[kind]));
  const form = useFormValues(schema, start, add.error);
  const { server = '', topic = '' } = form.values;
  return (
    <Inset>
      <Form form={form} busy={add.isPending} takesFocus onSubmit={add.mutate}>
        <Text>{text[kind].about}</Text>
        <TextField {...form.field('name')} label={text.name} maxLength={40} />
        {kind === 'ntfy' && (
          <>
            <TextField {...form.field('server')} {...typed} label={text.ntfy.server} inputMode="url" />
            <TextField
              {...form.field('topic')}
              {...typed}
              label={text.ntfy.topic}
              description={text.ntfy.aboutTopic}
            />
            <NtfySubscribe server={server} topic={topic} />
            <TextField {...form.field('token')} {...typed} label={text.ntfy.token} />
          </>
        )}
        {kind === 'pushover' && (
          <>
            <Text size="sm">{text.pushover.where}</Text>
            <TextField {...form.field('userKey')} {...typed} label={text.pushover.userKey} />
            <TextField {...form.field('appToken')} {...typed} label={text.pushover.appToken} />
          </>
        )}
        {kind === 'webhook' ? (
          <>
            <TextField {...form.field('url')} {...typed} label={text.webhook.url} inputMode="url" />
            <Switch
              label={text.webhook.sendsValue}
              description={text.webhook.aboutValue}
              checked={!hidesValues}
              onChange={(event) => setHidesValues(!event.currentTarget.checked)}
            />
          </>
        ) : (
          <HideValues hides={hidesValues} onChange={setHidesValues} />
        )}
        <SubmitRow
          label={text.add}
          busy={add.isPending}
          waitsFor={form.data === null ? text.incomplete : null}
          onCancel={onClose}
        />
      </Form>
    </Inset>
  );
}

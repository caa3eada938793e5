import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AlarmChannel, changeAlarmChannel, saveAlarmChannel } from '@tealight/contract';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Dialog } from '../../../components/Dialog.tsx';
import { Form } from '../../../components/forms/Form.tsx';
import { SubmitRow } from '../../../components/forms/SubmitRow.tsx';
import { TextField } from '../../../components/forms/TextField.tsx';
import { useFormValues } from '../../../components/forms/use-form-values.ts';
import { call } from '../../../data/call.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { addChannelText, channelsText } from '../../../text/alarms/channels.ts';
import { commonText } from '../../../text/common.ts';
import { channelsQuery } from '../queries.ts';

const Name = z.object({ name: saveAlarmChannel.body.shape.name });

export type ChangeChannelProps = { channel: AlarmChannel; opened: boolean; onClose: () => void };

/** The name of a channel, and whether it hides values. What a webhook sends is part of its address. */
export function ChangeChannel({ channel, opened, onClose }: ChangeChannelProps) {
  const { id, kind } = channel;
  const [first] = useState(channel);
  const [hidesValues, setHidesValues] = useState(first.hidesValues);
  const save = useMutation({
    // Only what was changed here: another page may have changed the rest meanwhile.
    mutationFn: ({ name }: { name: string }) =>
      call(changeAlarmChannel, {
        body: {
          id,
          ...(name !== first.name && { name }),
          ...(hidesValues !== first.hidesValues && { hidesValues }),
        },
      }),
    onSuccess: async () => {
      notifySuccess(channelsText.change.saved);
      onClose();
      await accountClient.invalidateQueries(channelsQuery);
    },
  });
  const form = useFormValues(Name, { name: first.name }, save.error);
  return (
    <Dialog title={channelsText.change.title} opened={opened} onClose={onClose}>
      <Form form={form} busy={save.isPending} onSubmit={save.mutate}>
        <TextField {...form.field('name')} label={addChannelText.name} maxLength={40} />
        {kind !== 'webhook' && <HideValues hides={hidesValues} onChange={setHidesValues} />}
        <SubmitRow
          label={commonText.save}
          busy={save.isPending}
          waitsFor={form.data === null ? addChannelText.incomplete : null}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

export const HideValues = ({ hides, onChange }: { hides: boolean; onChange: (hides: boolean) => void }) => (
  <Switch
    label={addChannelText.hideValues}
    description={addChannelText.aboutHiding}
    checked={hides}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);

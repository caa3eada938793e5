import { ActionIcon, Switch, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { announceHome } from '@tealight/contract';
import { useRef } from 'react';
import { Copy } from '../../../components/content/Copy.tsx';
import { Loading } from '../../../components/LoadError.tsx';
import { call } from '../../../data/call.ts';
import { notifyError, notifySuccess } from '../../../data/notices.ts';
import { useWearer } from '../../../data/wearer/wearers.ts';
import { commonText } from '../../../text/common.ts';
import { devicesText } from '../../../text/devices.ts';
import { pairingQuery } from '../device-address.ts';
import classes from '../devices.module.css';
import { brokerOf } from './broker.ts';

/** What a device asks for to use the MQTT broker. The broker need not be at the address of this page. */
export function MqttBroker({ code }: { code: string }) {
  const { data, isError, refetch } = useQuery(pairingQuery);
  const { may } = useWearer();
  if (data === undefined) {
    return <Loading {...{ isError, refetch }} height={160} />;
  }
  if (data.mqtt === null) {
    return (
      <Text size="sm" c="dimmed">
        {devicesText.broker.none}
      </Text>
    );
  }
  const { host, port, isTls } = brokerOf(data.mqtt);
  const user = code.replace('-', '');
  return (
    <>
      <dl className={classes.fields}>
        <Field text={devicesText.broker.host} value={host} />
        {port !== null && (
          <Field
            text={devicesText.broker.port}
            value={String(port)}
            note={isTls ? devicesText.broker.withTls : ''}
          />
        )}
        <Field text={devicesText.broker.username} value={user} note={devicesText.broker.anyPassword} />
        <Field text={devicesText.broker.topic} value={`tealight/${user}/glow`} />
      </dl>
      {data.homeAssistant !== null && may('set-range') && <HomeAssistant isAnnounced={data.homeAssistant} />}
    </>
  );
}

type FieldProps = {
  text: { name: string; copy: string; copied: string };
  value: string;
  note?: string;
};

/** One field of a device's settings, with a button that copies its value. */
function Field({ text, value, note = '' }: FieldProps) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div>
      <dt>{text.name}</dt>
      <dd>
        <b ref={shown}>{value}</b> {note}
      </dd>
      <Copy value={value} shown={shown} copied={text.copied}>
        {(isCopied, copy) => {
          const label = isCopied ? text.copied : text.copy;
          return (
            <ActionIcon variant="subtle" size="lg" aria-label={label} title={label} onClick={copy}>
              {isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            </ActionIcon>
          );
        }}
      </Copy>
    </div>
  );
}

/** Whether Home Assistant finds the wearer on the operator's broker. */
function HomeAssistant({ isAnnounced }: { isAnnounced: boolean }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (announce: boolean) => call(announceHome, { body: { announce } }),
    onSuccess: async () => {
      await client.invalidateQueries(pairingQuery);
      notifySuccess(commonText.choiceSaved);
    },
    onError: notifyError,
  });
  return (
    <Switch
      mt="xs"
      label={devicesText.broker.homeAssistant}
      description={devicesText.broker.aboutHomeAssistant}
      checked={isAnnounced}
      // Not disabled while it waits: browsers would take the focus away.
      aria-disabled={save.isPending}
      onChange={(event) => save.isPending || save.mutate(event.currentTarget.checked)}
    />
  );
}

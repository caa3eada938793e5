import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { normalCode, showCode } from '@tealight/contract';
import { useRef } from 'react';
import { LoadError } from '../../components/LoadError.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Pill } from '../../components/Pill.tsx';
import { userQuery } from '../../data/queries.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { devicesQuery } from '../../data/wearer-queries.ts';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';
import { devicesText } from '../../text/devices.ts';
import { CodeActions } from './CodeActions.tsx';
import { DeviceList } from './DeviceList.tsx';
import classes from './devices.module.css';
import { LampActions } from './LampActions.tsx';
import { Pairing } from './pairing/Pairing.tsx';

/** The code that pairs devices, and the devices that have it. */
export function DevicesPanel() {
  const { data: user, isPending, isError, refetch } = useQuery(userQuery);
  const devices = useAnswer(useQuery(devicesQuery));
  // How many were on before says nothing about now.
  const count = devices.isError ? undefined : devices.data;
  const code = user?.connectionCode ?? null;
  return (
    <Panel
      title={devicesText.panel.title}
      aside={
        count !== undefined && (
          <Pill kind={count > 0 ? 'on' : 'quiet'}>
            {count > 0 ? devicesText.panel.connected : devicesText.panel.notConnected}
          </Pill>
        )
      }
    >
      {isPending && <Skeleton height={160} radius="md" aria-label={commonText.loading} role="status" />}
      {user === undefined && isError && <LoadError onRetry={refetch} />}
      {code !== null && <Code code={shown(code)} count={count ?? 0} isKnown={!devices.isError} />}
    </Panel>
  );
}

/** The code in the form people read: lower case, with its dash. */
function shown(code: string): string {
  const normal = normalCode(code);
  return normal === null ? code.toLowerCase() : showCode(normal);
}

type CodeProps = {
  code: string;
  /** Devices that are on now. */
  count: number;
  /** Whether that can be found out now. */
  isKnown: boolean;
};

function Code({ code, count, isKnown }: CodeProps) {
  const shownCode = useRef<HTMLElement>(null);
  const lamp = `${paths.lamp}#${code}`;
  return (
    <div className={classes.code}>
      <div>
        <Group justify="space-between" gap="xs">
          <code ref={shownCode}>{code}</code>
          <CodeActions code={code} shown={shownCode} lamp={lamp} />
        </Group>
        <Text c="dimmed" mt="xs">
          {devicesText.panel.oneCode}
        </Text>
        {!isKnown && <Text mt="xs">{devicesText.panel.unknown}</Text>}
        {count > 0 && <Text mt="xs">{devicesText.panel.on({ count })}</Text>}
        <Group mt="md" gap="sm">
          <Button component="a" href={lamp} leftSection={<IconBulb size={20} aria-hidden="true" />}>
            {devicesText.panel.openLamp}
          </Button>
          <LampActions />
        </Group>
      </div>
      <div>
        <DeviceList isKnown={isKnown} />
        <Pairing code={code} />
      </div>
    </div>
  );
}

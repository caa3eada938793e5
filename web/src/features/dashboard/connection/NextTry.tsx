import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CHECK_NOW_EVERY_MS, checkNow } from '@tealight/contract';
import { useEffect, useState } from 'react';
import { call } from '../../../data/call.ts';
import { notifyError } from '../../../data/notices.ts';
import { connectionQuery, readingsQuery } from '../../../data/wearer-queries.ts';
import { dashboardText } from '../../../text/dashboard.ts';
import { clockText } from '../../reading/age.ts';

/** When to look for the answer, where the server does not push it: most sources answer within the first. */
const LOOK_AFTER_MS = [2000, 6000, CHECK_NOW_EVERY_MS];

/** The time of the next automatic try, and a button for one now. */
export function NextTry({ at, now }: { at: string; now: number }) {
  const check = useCheckNow();
  return (
    <Group gap="xs">
      <Text c="dimmed" size="sm">
        {dashboardText.remedy.retryingAt({ time: clockText(at, now) })}
      </Text>
      <Button variant="light" size="compact-md" disabled={check.isChecking} onClick={check.start}>
        {check.isChecking ? dashboardText.remedy.checking : dashboardText.remedy.checkNow}
      </Button>
    </Group>
  );
}

function useCheckNow() {
  const client = useQueryClient();
  const [startedAt, setStartedAt] = useState<number | null>(null);
  const { mutate } = useMutation({
    mutationFn: () => call(checkNow),
    onSuccess: ({ isSuccess }) => {
      if (!isSuccess) notifyError(dashboardText.remedy.tooEarly);
    },
    onError: notifyError,
    meta: { quiet: true },
  });
  useEffect(() => {
    if (startedAt === null) return;
    const look = () =>
      void [client.invalidateQueries(connectionQuery), client.invalidateQueries(readingsQuery)];
    const timers = LOOK_AFTER_MS.map((ms) => setTimeout(look, ms));
    timers.push(setTimeout(() => setStartedAt(null), CHECK_NOW_EVERY_MS));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [startedAt, client]);
  return {
    isChecking: startedAt !== null,
    start: () => {
      setStartedAt(Date.now());
      mutate();
    },
  };
}

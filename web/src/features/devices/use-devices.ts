import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeDevice, removeDevice, tryLamps } from '@tealight/contract';
import { useState } from 'react';
import { call } from '../../data/call.ts';
import { callEnd } from '../../data/call-done.ts';
import { notifyError, notifySuccess } from '../../data/notices.ts';
import { deviceListQuery, devicesQuery } from '../../data/wearer-queries.ts';
import { devicesText } from '../../text/devices.ts';

export type DeviceChange = { id: string; name?: string; muted?: boolean };

/** Naming, muting and removing a device. */
export function useDeviceChanges() {
  const client = useQueryClient();
  const refetch = () =>
    Promise.all([client.invalidateQueries(deviceListQuery), client.invalidateQueries(devicesQuery)]);
  const change = useMutation({
    mutationFn: (body: DeviceChange) => call(changeDevice, { body }),
    // One that another page has removed leaves the list.
    onSettled: refetch,
    onError: notifyError,
  });
  const remove = useMutation({
    mutationFn: (id: string) => callEnd(removeDevice, { body: { id } }),
    onSuccess: refetch,
    onError: notifyError,
  });
  return { change, remove };
}

/** Plays a demo on all lamps; `playing` until it ends. */
export function useTryLamps() {
  const [playing, setPlaying] = useState(false);
  const start = useMutation({
    mutationFn: () => call(tryLamps, { body: {} }),
    onSuccess: ({ stepMs, steps }) => {
      notifySuccess(devicesText.lamps.trying);
      setPlaying(true);
      setTimeout(() => setPlaying(false), stepMs * steps.length);
    },
    onError: notifyError,
  });
  return { play: () => start.mutate(), playing: playing || start.isPending };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeDevice, removeDevice, tryLamps } from '@tealight/contract';
import { useState } from 'react';
import { call } from '../../../call.ts';
import { complain, tell } from '../../../notices.ts';
import { deviceListQuery, devicesQuery } from '../../../ui/wearer-queries.ts';

export type DeviceChange = { id: string; name?: string; muted?: boolean };

/** Naming, muting and removing a device. */
export function useDeviceChanges() {
  const client = useQueryClient();
  const renew = () =>
    Promise.all([client.invalidateQueries(deviceListQuery), client.invalidateQueries(devicesQuery)]);
  const change = useMutation({
    mutationFn: (body: DeviceChange) => call(changeDevice, { body }),
    onSuccess: renew,
    onError: complain,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(removeDevice, { body: { id } }),
    onSuccess: renew,
    onError: complain,
  });
  return { change, remove };
}

/** Lets all lamps play their looks; `playing` until they are through. */
export function useTryLamps() {
  const [playing, setPlaying] = useState(false);
  const start = useMutation({
    mutationFn: () => call(tryLamps, { body: {} }),
    onSuccess: ({ stepMs, steps }) => {
      tell('Your lamps now play low, in range, high and no data');
      setPlaying(true);
      setTimeout(() => setPlaying(false), stepMs * steps.length);
    },
    onError: complain,
  });
  return { play: () => start.mutate(), playing: playing || start.isPending };
}

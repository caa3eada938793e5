import { priorityOf, rankOf } from '@tealight/glucose';
import { useEffect } from 'react';
import { setTitleAlarm } from '../../../data/page/document-title.ts';
import { setAlarmIcon } from '../../reading/browser-tab/icon.ts';
import { alarmTitle } from '../alarm-text.ts';
import { useAlarmSound } from '../sound/use-alarm-sound.ts';
import { alarmIconUrl } from './alarm-icon.ts';
import type { AlarmView } from './alarm-view.ts';

/** Lets the worst alarm sound, and shows it in the title and the icon of the browser tab (ALM-33). */
export function useAlarmSignals(views: readonly AlarmView[], now: number) {
  const sounding = views.find(({ soundsSince }) => soundsSince !== null);
  const rank = sounding && rankOf(sounding.alarm.kind);
  const sound = useAlarmSound(rank === undefined ? null : { rank, since: sounding?.soundsSince ?? now });
  const title = sounding === undefined ? null : alarmTitle(sounding);
  const icon = rank === undefined ? null : alarmIconUrl(priorityOf(rank));
  useEffect(() => {
    setTitleAlarm(title);
    return () => setTitleAlarm(null);
  }, [title]);
  useEffect(() => {
    setAlarmIcon(icon);
    return () => setAlarmIcon(null);
  }, [icon]);
  return sound;
}

import { createHash } from 'node:crypto';
import { alarmKindInSentence, errorTextOf } from '@tealight/contract';
import {
  alarmDefinitions,
  buttonMinutes,
  glucoseIn,
  readingInSentence,
  trendArrows,
} from '@tealight/glucose';
import { MINUTE, SECOND } from '../../shared/time-units.ts';
import { endReasons } from '../../store/alarms/alarm-tables.ts';
import type { DueDelivery } from '../../store/alarms/due-deliveries.ts';
import type { AboutAlarm, AlarmMessage } from '../channels/channel.ts';
import type { DeliveryDependencies } from './dependencies.ts';
import { messageText as text } from './text.ts';

/** Battelino et al., Diabetes Care 2019;42:1593: 70 to 180 mg/dL is in range. */
const IN_RANGE = { low: 70, high: 180 };

/** How a notification is recognized: 22 characters of base64url, below the 32 of RFC 8030 §5.4. */
const TAG_CHARACTERS = 22;

type Addresses = { publicUrl: string; token: string };
type Context = Addresses & Pick<DeliveryDependencies, 'typeOf'>;

/** What a message says now: always as things are, however long it has waited. */
export function messageOf(delivery: DueDelivery, context: Context, now: number): AlarmMessage {
  const { episode, wearer, what, rank, loudness, expiresAt, channel } = delivery;
  const isOver = endReasons.has(what);
  const { family } = alarmDefinitions[episode.kind];
  return {
    title: channel.hidesValues ? hiddenTitle(delivery) : titleOf(delivery),
    text: textOf(delivery, context, now),
    alarm: {
      episode: `${wearer.publicId}-${episode.name}`,
      wearer: wearer.publicId,
      name: wearer.name,
      kind: episode.kind,
      reason: reasonOf(what),
      value: glucoseIn(episode.mgdl, wearer.unit),
      unit: wearer.unit,
      takenAt: episode.takenAt,
    },
    rank,
    loudness: what === 'rings' ? loudness : 'silent',
    tag: tagOf(`${wearer.publicId} ${family}`),
    at: now,
    ttlSeconds: Math.max(1, Math.ceil((expiresAt - now) / SECOND)),
    ...addressesOf(context, `?wearer=${wearer.publicId}#${context.token}`),
    actions: isOver || what === 'seen' ? [] : actionsOf(delivery),
  };
}

/** A message that somebody asked for, to see whether it arrives. */
export function testMessage(
  channel: { id: number; name: string },
  addresses: Addresses,
  now: number,
): AlarmMessage {
  return {
    title: text.test.title({ channel: channel.name }),
    text: text.test.text,
    alarm: null,
    rank: 8,
    loudness: 'normal',
    tag: tagOf(`test ${channel.id}`),
    at: now,
    ttlSeconds: 60,
    ...addressesOf(addresses, ''),
    actions: [],
  };
}

/** `about`: of which alarm the page is, and what permits to act on it; a test has none. */
const addressesOf = ({ publicUrl, token }: Addresses, about: string) => ({
  link: `${publicUrl}/alarm${about}`,
  api: `${publicUrl}/api/v1/Alarms`,
  token,
});

const tagOf = (subject: string): string =>
  createHash('sha256').update(subject).digest('base64url').slice(0, TAG_CHARACTERS);

const reasonOf = (what: DueDelivery['what']): AboutAlarm['reason'] =>
  what === 'recovered' || what === 'lost' ? 'ended' : what;

function glucoseText({ episode: { mgdl, trend }, wearer: { unit } }: DueDelivery): string {
  const value = readingInSentence(glucoseIn(mgdl, unit), unit);
  return trend === null || trend === 'unknown' ? value : `${value} ${trendArrows[trend]}`;
}

function titleOf(delivery: DueDelivery): string {
  const { what, episode, wearer } = delivery;
  const [name, value, kind] = [wearer.name, glucoseText(delivery), alarmKindInSentence[episode.kind]];
  if (what === 'recovered') {
    if (episode.kind === 'no-data') return text.dataAreBack({ name, value });
    const isInRange = episode.mgdl >= IN_RANGE.low && episode.mgdl <= IN_RANGE.high;
    return isInRange ? text.backInRange({ name, value }) : text.over({ name, kind, value });
  }
  if (what === 'lost') return text.lost({ name, value });
  if (what === 'ended') return text.isOver({ name });
  return episode.kind === 'no-data' ? text.noData({ name }) : text.rings({ name, kind, value });
}

function hiddenTitle({ what, wearer: { name } }: DueDelivery): string {
  if (what === 'lost') return text.noData({ name });
  return endReasons.has(what) ? text.isOver({ name }) : text.needsYou({ name });
}

/** How old the reading is, and who has not seen the alarm, or has. */
function textOf(delivery: DueDelivery, { typeOf }: Context, now: number): string {
  const { what, episode, notSeen, channel, fault } = delivery;
  const age = text.ago({ minutes: Math.floor((now - episode.takenAt) / MINUTE) });
  const isHidden = channel.hidesValues;
  const about =
    episode.kind === 'no-data' && what !== 'recovered' && !isHidden
      ? text.lastReading({ value: glucoseText(delivery), age })
      : age;
  if (what === 'ended') return '';
  const seen =
    what === 'seen'
      ? [episode.seenBy === null ? text.noLongerRings : text.seenBy({ by: episode.seenBy })]
      : [];
  const isMissing = episode.kind === 'no-data' && what !== 'recovered';
  const because =
    isMissing && fault !== null
      ? [errorTextOf(fault.errorCode, typeOf(fault.source), { willRetry: true, source: fault.source })]
      : [];
  return [
    ...seen,
    ...(isHidden ? [] : [about]),
    ...because,
    ...(notSeen === null ? [] : [notSeenText(notSeen)]),
  ].join('. ');
}

function notSeenText({ minutes, names }: NonNullable<DueDelivery['notSeen']>): string {
  return names.length === 0
    ? text.notSeenByAnybody({ minutes })
    : text.notSeen({ minutes, names: names.join(', ') });
}

/** Seen is the shortest snooze; the other button is the next longer one. */
function actionsOf({ episode: { kind } }: DueDelivery): AlarmMessage['actions'] {
  const minutes = buttonMinutes(kind, 'snooze');
  return [
    { action: 'seen', label: text.buttons.seen },
    { action: 'snooze', label: text.buttons.snooze({ minutes }) },
  ];
}

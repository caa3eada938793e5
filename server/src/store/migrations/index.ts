import type { Kysely } from 'kysely';
import * as accounts from './001-accounts.ts';
import * as readings from './002-readings.ts';
import * as devices from './003-devices.ts';
import * as signIns from './004-sign-ins.ts';
import * as statistics from './005-story.ts';
import * as codeHashes from './006-code-prints.ts';
import * as leaderLocks from './007-duties.ts';
import * as mailSettings from './008-mail-settings.ts';
import * as limits from './009-limits.ts';
import * as accountActivity from './010-account-activity.ts';
import * as spentLinks from './011-spent-links.ts';
import * as displaySettings from './012-display-settings.ts';
import * as mqttTopics from './013-mqtt-topics.ts';
import * as photos from './014-photos.ts';
import * as standardNames from './015-standard-names.ts';
import * as oneTimeZone from './016-one-time-zone.ts';
import * as people from './017-people.ts';
import * as alarms from './018-alarms.ts';
import * as alarmDeliveries from './019-alarm-deliveries.ts';
import * as lampAlarms from './020-lamp-alarms.ts';
import * as readingAges from './021-reading-ages.ts';
import * as shareLinkMakers from './022-share-link-makers.ts';
import * as loginSince from './023-login-since.ts';
import * as filledSpans from './024-filled-spans.ts';
import * as otherPerson from './025-other-person.ts';

/** One step forward. A released migration is never changed; changes go into a new one. */
export type Migration = { name: string; up: (db: Kysely<unknown>) => Promise<void> };

/** In the order in which they run. */
export const migrations: readonly Migration[] = [
  { name: '001-accounts', up: accounts.up },
  { name: '002-readings', up: readings.up },
  { name: '003-devices', up: devices.up },
  { name: '004-sign-ins', up: signIns.up },
  { name: '005-story', up: statistics.up },
  { name: '006-code-prints', up: codeHashes.up },
  { name: '007-duties', up: leaderLocks.up },
  { name: '008-mail-settings', up: mailSettings.up },
  { name: '009-limits', up: limits.up },
  { name: '010-account-activity', up: accountActivity.up },
  { name: '011-spent-links', up: spentLinks.up },
  { name: '012-display-settings', up: displaySettings.up },
  { name: '013-mqtt-topics', up: mqttTopics.up },
  { name: '014-photos', up: photos.up },
  { name: '015-standard-names', up: standardNames.up },
  { name: '016-one-time-zone', up: oneTimeZone.up },
  { name: '017-people', up: people.up },
  { name: '018-alarms', up: alarms.up },
  { name: '019-alarm-deliveries', up: alarmDeliveries.up },
  { name: '020-lamp-alarms', up: lampAlarms.up },
  { name: '021-reading-ages', up: readingAges.up },
  { name: '022-share-link-makers', up: shareLinkMakers.up },
  { name: '023-login-since', up: loginSince.up },
  { name: '024-filled-spans', up: filledSpans.up },
  { name: '025-other-person', up: otherPerson.up },
];

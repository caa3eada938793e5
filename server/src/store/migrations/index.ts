import type { Kysely } from 'kysely';
import * as accounts from './001-accounts.ts';
import * as readings from './002-readings.ts';
import * as devices from './003-devices.ts';
import * as signIns from './004-sign-ins.ts';
import * as story from './005-story.ts';
import * as codePrints from './006-code-prints.ts';
import * as duties from './007-duties.ts';
import * as mailSettings from './008-mail-settings.ts';
import * as limits from './009-limits.ts';
import * as accountActivity from './010-account-activity.ts';
import * as spentLinks from './011-spent-links.ts';
import * as displaySettings from './012-display-settings.ts';
import * as mqttTopics from './013-mqtt-topics.ts';
import * as photos from './014-photos.ts';

/** One step forward. One that has been released is never changed; a change is the next one. */
export type Migration = { name: string; up: (db: Kysely<unknown>) => Promise<void> };

/** In the order in which they are taken. */
export const migrations: readonly Migration[] = [
  { name: '001-accounts', up: accounts.up },
  { name: '002-readings', up: readings.up },
  { name: '003-devices', up: devices.up },
  { name: '004-sign-ins', up: signIns.up },
  { name: '005-story', up: story.up },
  { name: '006-code-prints', up: codePrints.up },
  { name: '007-duties', up: duties.up },
  { name: '008-mail-settings', up: mailSettings.up },
  { name: '009-limits', up: limits.up },
  { name: '010-account-activity', up: accountActivity.up },
  { name: '011-spent-links', up: spentLinks.up },
  { name: '012-display-settings', up: displaySettings.up },
  { name: '013-mqtt-topics', up: mqttTopics.up },
  { name: '014-photos', up: photos.up },
];

import { normalCode } from '@tealight/contract';

/** The prefix of all topics; the wearer's code follows. */
const ROOT = 'tealight';

export const glowTopic = (code: string): string => `${ROOT}/${code}/glow`;
/** Events about alarms; nothing is retained there. */
export const alarmTopic = (code: string): string => `${ROOT}/${code}/alarm`;
export const deviceTopic = (code: string, deviceId: string): string => `${ROOT}/${code}/device/${deviceId}`;
export const belowCode = (code: string, rest: string): string => `${ROOT}/${code}/${rest}`;
/** Every device of every wearer, as a filter. */
export const anyDevice = `${ROOT}/+/device/+`;

/** The parts of a topic or filter; null without a wearer's code. Any spelling of the code is accepted. */
export function partsOf(topic: string): { code: string; spelled: string; rest: string } | null {
  const [root, spelled = '', ...rest] = topic.split('/');
  const code = root === ROOT ? normalCode(spelled) : null;
  return code === null || rest.length === 0 ? null : { code, spelled, rest: rest.join('/') };
}

/** The device of an announcement topic, or null. */
export function deviceIn(rest: string): string | null {
  return /^device\/([\w.:@+-]{1,64})$/.exec(rest)?.[1] ?? null;
}

/** Whether an MQTT filter matches a topic. Source: MQTT 3.1.1, 4.7. */
export function takesIn(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const given = topic.split('/');
  for (const [index, word] of wanted.entries()) {
    if (word === '#') return true;
    if (given[index] === undefined || (word !== '+' && word !== given[index])) return false;
  }
  return wanted.length === given.length;
}

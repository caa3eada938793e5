import { type BodyOf, type ChannelKind, saveAlarmChannel } from '@tealight/contract';
import * as z from 'zod/mini';

/** The fields of the forms for channels that are typed, by their names in the contract. */
export type TypedKind = Exclude<ChannelKind, 'web-push'>;
export type ChannelValues = Record<string, string>;
export type ChannelBody = BodyOf<typeof saveAlarmChannel>;

/** The server of the ntfy project; people may have their own. */
const NTFY_SERVER = 'https://ntfy.sh';
/** 128 bits, as in every secret that others must not guess. */
const TOPIC_BYTES = 16;

/** What a form begins with. `random`: of TOPIC_BYTES. */
export function startValues(kind: TypedKind, name: string): ChannelValues {
  if (kind === 'ntfy') return { name, server: NTFY_SERVER, topic: newTopic(), token: '' };
  if (kind === 'pushover') return { name, userKey: '', appToken: '' };
  return { name, url: '' };
}

/** A topic that cannot be guessed. */
function newTopic(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOPIC_BYTES));
  return `tealight-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Reads the values of a form as the body of the call; an error is that of the field of the same name. */
export const channelForm = (kind: TypedKind, hidesValues: boolean) =>
  z.pipe(
    z.record(z.string(), z.string()),
    z.transform((values, context): ChannelBody => {
      const read = saveAlarmChannel.body.safeParse(bodyOf(kind, values, hidesValues));
      if (read.success) return read.data;
      for (const { path, message } of read.error.issues)
        context.issues.push({ code: 'custom', path: [String(path.at(-1))], message, input: values });
      return z.NEVER;
    }),
  );

function bodyOf(kind: TypedKind, { name, token = '', ...typed }: ChannelValues, hidesValues: boolean) {
  const more = {
    ntfy: { token: token.trim() === '' ? null : token },
    pushover: {},
    webhook: { hasValue: !hidesValues },
  }[kind];
  return { name, hidesValues, address: { kind, ...typed, ...more } };
}

/** Opens a topic in the ntfy app on Android. Source: docs.ntfy.sh, subscribe from your phone. */
export function ntfyAppLink(server: string, topic: string): string | null {
  try {
    const { host, protocol } = new URL(server);
    return `ntfy://${host}/${topic}${protocol === 'http:' ? '?secure=false' : ''}`;
  } catch {
    return null;
  }
}

import { isSameSecret } from '../../shared/token.ts';

/** What a token of a message permits: to act on the alarm of one delivery, or to say that the test of a channel was shown. */
export type TokenSubject = { delivery: number } | { testOf: number; sentAt: number };

/** 132 bits in base64url; ALM-35 asks for 128. */
const MAC_CHARACTERS = 22;

/**
 * Tokens of messages. They are computed from the server's keys and are not stored: the id of the delivery, and a keyed
 * hash of it. How long one holds is the matter of who accepts it.
 */
export function messageTokens(keyFor: (...dependencies: readonly (string | number)[]) => string) {
  const macOf = (subject: string) => keyFor('alarm-message', subject).slice(0, MAC_CHARACTERS);
  return {
    make(subject: TokenSubject): string {
      const text =
        'delivery' in subject
          ? `d${subject.delivery.toString(36)}`
          : `t${subject.testOf.toString(36)}-${subject.sentAt.toString(36)}`;
      return `${text}.${macOf(text)}`;
    },
    /** Null for a token that this server has not made. */
    read(token: string): TokenSubject | null {
      const [, text = '', mac = ''] = /^([dt][0-9a-z-]{1,30})\.([\w-]{22})$/.exec(token) ?? [];
      if (!isSameSecret(mac, macOf(text))) return null;
      const [first = '', second = ''] = text.slice(1).split('-');
      return text.startsWith('d')
        ? { delivery: Number.parseInt(first, 36) }
        : { testOf: Number.parseInt(first, 36), sentAt: Number.parseInt(second, 36) };
    },
  };
}

export type MessageTokens = ReturnType<typeof messageTokens>;

/** Everything that can go wrong with a source, each with what the poller does about it. */
export const sourceErrorCodes = [
  'wrong-login', //       refused: stop, and ask the wearer to sign in again
  'locked-out', //        the vendor has closed the account for a while: wait, or ask the wearer
  'terms-to-accept', //   the vendor's app wants its terms accepted first: stop, and ask the wearer
  'needs-human', //       a captcha or a sign-in page: stop, and ask the wearer
  'not-shared', //        the login is right, but nobody shares readings with it
  'choose-person', //     several people share with this login and none is selected
  'person-gone', //       the selected person no longer shares
  'wrong-region', //      the account belongs to another region
  'wrong-address', //     something answers there, but not this kind of source
  'refused-address', //   an address that this server must not call
  'session-over', //      connect again with the stored login, once
  'too-many-calls', //    wait as long as the vendor says
  'unreachable', //       back off and try again
  'unreadable', //        the response makes no sense: keep trying slowly
  'key-lost', //          our own: no key decrypts the stored sign-in, so the source was not called
] as const;
export type SourceErrorCode = (typeof sourceErrorCodes)[number];

/** A failure of a source: which source, and what is wrong. Never carries a credential, an address or a reading. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly source: string;
  readonly errorCode: SourceErrorCode;
  /** How long the vendor asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    source: string,
    errorCode: SourceErrorCode,
    options: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(`${source}: ${errorCode}`, { cause: options.cause });
    this.source = source;
    this.errorCode = errorCode;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Everything that can go wrong with a source, in words the poller can act on. */
export type Trouble =
  | 'wrong-login' //       refused; stop and ask the wearer to sign in again
  | 'locked-out' //        the vendor closed the account for a while; wait, or ask the wearer
  | 'terms-to-accept' //   the vendor's app wants a yes first; stop and ask the wearer
  | 'needs-human' //       a captcha or a sign-in page; stop and ask the wearer
  | 'not-shared' //        the login is right, but nobody shares readings with it
  | 'choose-person' //     several people share with this login and none is chosen
  | 'person-gone' //       the chosen person no longer shares
  | 'wrong-region' //      the account lives in another region
  | 'wrong-address' //     something answers there, but not this kind of source
  | 'refused-address' //   an address this server must not visit
  | 'session-over' //      connect again with the stored login, once
  | 'too-many-calls' //    wait as long as the vendor says
  | 'unreachable' //       back off and try again
  | 'unreadable' //        the answer makes no sense; keep trying slowly, tell us
  | 'key-lost'; //         ours: no key decrypts the stored sign-in; the source was not asked

/** A source's failure: which source, which trouble. Never carries a credential, an address or a reading. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly source: string;
  readonly trouble: Trouble;
  /** How long the vendor asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    source: string,
    trouble: Trouble,
    more: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(`${source}: ${trouble}`, { cause: more.cause });
    this.source = source;
    this.trouble = trouble;
    this.retryAfterMs = more.retryAfterMs;
  }
}

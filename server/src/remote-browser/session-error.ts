import type { BrowserErrorCode } from '@tealight/contract';

/** A session cannot start. */
export class RemoteSessionError extends Error {
  override readonly name = 'RemoteSessionError';
  readonly errorCode: BrowserErrorCode;

  constructor(errorCode: BrowserErrorCode, cause?: unknown) {
    super(errorCode, { cause });
    this.errorCode = errorCode;
  }
}

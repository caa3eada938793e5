import type { BrowserTrouble } from '@tealight/contract';

/** A session cannot begin or go on; the wearer is told why. */
export class SessionTrouble extends Error {
  override readonly name = 'SessionTrouble';
  readonly word: BrowserTrouble;

  constructor(word: BrowserTrouble, cause?: unknown) {
    super(word, { cause });
    this.word = word;
  }
}

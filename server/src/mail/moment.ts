/** A moment as a letter says it: the reader's time zone is not known, so it names its own. */
export const momentText = (at: number): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

import { VisuallyHidden } from '@mantine/core';
import type { ShownReading } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { useMemo } from 'react';
import { serverNow } from '../../data/server-clock.ts';
import { wearerText } from '../../text/people/wearer.ts';
import { readingText } from '../../text/reading.ts';
import { announcementText, urgencyOfReading } from './reading-text.ts';

export type ReadingAnnouncementProps = {
  /** Whose reading it is, where it could be somebody else's. */
  name?: string | null;
  reading: ShownReading | null;
  unit: Unit;
};

/** Announces each new reading once to screen readers, an urgent one at once; a growing age is not announced. */
export function ReadingAnnouncement({ name = null, reading, unit }: ReadingAnnouncementProps) {
  const isUrgent = reading !== null && urgencyOfReading(reading, unit) !== null;
  const { time, value } = reading ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same reading, fetched again, is no news
  const said = useMemo(
    () => (reading === null ? readingText.noCurrentData : announcementText(reading, unit, serverNow())),
    [time, value, unit],
  );
  const text = name === null ? said : wearerText.ofWearer({ name, text: said });
  // Both regions stay in the page: one that appears with its text is not announced everywhere.
  return (
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {isUrgent ? '' : text}
      </VisuallyHidden>
      <VisuallyHidden role="alert">{isUrgent ? text : ''}</VisuallyHidden>
    </>
  );
}

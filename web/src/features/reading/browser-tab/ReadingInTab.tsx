import { useQuery } from '@tanstack/react-query';
import type { ShownReading } from '@tealight/contract';
import { showReading, trendArrows } from '@tealight/glucose';
import { useEffect } from 'react';
import { setTitleReading } from '../../../data/page/document-title.ts';
import { connectionQuery, readingsQuery, useConnection } from '../../../data/wearer-queries.ts';
import { readingText } from '../../../text/reading.ts';
import { clockText } from '../age.ts';
import { useCurrentReadings } from '../current-readings.ts';
import { orbStyle } from '../orb-style.ts';
import { iconUrl, setReadingIcon } from './icon.ts';

/** Refetches while the tab is hidden too: that is when its title is read. */
const inBackground = { refetchIntervalInBackground: true };

/**
 * The current reading in the title and the icon of the browser tab. The title says when it was measured, because
 * browsers may freeze hidden tabs; without a current reading, both say so.
 */
export function ReadingInTab(): null {
  const readings = useQuery({ ...readingsQuery, ...inBackground }).data;
  useQuery({ ...connectionQuery, ...inBackground });
  const connection = useConnection();
  const { current, now } = useCurrentReadings(connection?.status ?? 'noCurrentData');
  const isLoaded = readings !== undefined && connection !== undefined;
  const value = current && showReading(current.value, readings?.unit ?? 'mg/dL');
  const title =
    current && value ? titleText(current, value, clockText(current.time, now)) : readingText.noCurrentData;
  const icon = iconUrl(orbStyle(current?.color ?? null)['--glow'], value ?? '?');
  useEffect(() => {
    if (!isLoaded) return;
    setTitleReading(title);
    setReadingIcon(icon);
  }, [isLoaded, title, icon]);
  useEffect(() => removeReading, []);
  return null;
}

/** `112 → 10:05`. */
const titleText = ({ trend }: ShownReading, value: string, time: string): string =>
  [value, ...(trend === 'unknown' ? [] : [trendArrows[trend]]), time].join(' ');

function removeReading(): void {
  setTitleReading(null);
  setReadingIcon(null);
}

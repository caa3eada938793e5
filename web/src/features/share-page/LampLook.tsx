import type { ShownReading } from '@tealight/contract';
import { isBeyondSensor, showReading, trendArrows, type Unit } from '@tealight/glucose';
import { useEffect } from 'react';
import { useModal } from '../../components/focus/use-modal.ts';
import { keepScreenOn } from '../../keep-screen-on.ts';
import { sharePageText } from '../../text/people/share-page.ts';
import { readingText } from '../../text/reading.ts';
import { ageText } from '../reading/age.ts';
import { orbStyle } from '../reading/orb-style.ts';
import { announcementText } from '../reading/reading-text.ts';
import classes from './share-page.module.css';

export type LampLookProps = {
  /** Null: white, without a value. */
  reading: ShownReading | null;
  unit: Unit;
  /** Epoch milliseconds. */
  now: number;
  onClose: () => void;
};

/** The whole screen in the color of the reading. Pressing it, or Escape, closes it. */
export function LampLook({ reading, unit, now, onClose }: LampLookProps) {
  const dialog = useModal();
  useFullScreen(dialog, onClose);
  useEffect(keepScreenOn, []);
  const closed = ({ currentTarget }: { currentTarget: HTMLDialogElement }) => currentTarget.open || onClose();
  const text = reading === null ? readingText.noCurrentData : announcementText(reading, unit, now);
  const arrow = reading === null || reading.trend === 'unknown' ? '' : trendArrows[reading.trend];
  return (
    <dialog ref={dialog} className={classes.lamp} style={orbStyle(reading?.color ?? null)} onClose={closed}>
      <button type="button" aria-label={sharePageText.lamp.label({ reading: text })} onClick={onClose}>
        {reading === null ? (
          <span>{readingText.noCurrentData}</span>
        ) : (
          <>
            <b>{showReading(reading.value, unit)}</b>
            <span>{isBeyondSensor(reading.value, unit) ? arrow : `${arrow} ${unit}`}</span>
            <small>{ageText(reading.time, now)}</small>
          </>
        )}
      </button>
    </dialog>
  );
}

/** Fills the screen where the browser can; leaving it closes the lamp. */
function useFullScreen(element: React.RefObject<HTMLElement | null>, onLeave: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, because of the press that opened it
  useEffect(() => {
    const leave = () => document.fullscreenElement === null && onLeave();
    // Where it is refused, the color fills the window.
    void element.current?.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => undefined);
    document.addEventListener('fullscreenchange', leave);
    return () => {
      document.removeEventListener('fullscreenchange', leave);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, []);
}

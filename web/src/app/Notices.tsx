import { CloseButton } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dismiss, NOTICE_MS, type Notice, useNotices } from '../data/notices.ts';
import { commonText } from '../text/common.ts';
import classes from './Notices.module.css';

/** Notices and errors, at the bottom right, in a row of their own. */
export function Notices() {
  const notices = useNotices();
  const stack = useRef<HTMLDivElement>(null);
  useRoomForNotices(stack);
  return (
    <div ref={stack} className={classes.stack}>
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function Toast({ notice: { id, kind, message } }: { notice: Notice }) {
  const [isPaused, setPaused] = useState(false);
  useCountdown(isPaused, () => dismiss(id));
  // Screen readers announce changes inside a live region, so the region is rendered before its text.
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(message), [message]);
  const Icon = kind === 'success' ? IconCheck : IconX;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a notice only pauses its timer
    <div
      className={classes.toast}
      data-kind={kind}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span className={classes.icon}>
        <Icon size={16} stroke={2.5} aria-hidden />
      </span>
      <div role={kind === 'success' ? 'status' : 'alert'} className={classes.message}>
        {announced}
      </div>
      <CloseButton aria-label={commonText.closeNotice} onClick={() => dismiss(id)} />
    </div>
  );
}

/**
 * The page is longer by the height of the notices, so that everything can be scrolled clear of them, and what has the
 * focus, such as the button that was pressed, stays in view.
 */
function useRoomForNotices(stack: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const element = stack.current;
    if (element === null || !('ResizeObserver' in window)) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--tl-notices', `${element.offsetHeight}px`);
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && isBehind(focused, element))
        focused.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [stack]);
}

function isBehind(focused: HTMLElement, stack: Element): boolean {
  // A page that has the focus since it was opened, or a heading, is no control.
  if (focused.tabIndex < 0 || stack.contains(focused)) return false;
  const { top, bottom } = focused.getBoundingClientRect();
  const row = stack.getBoundingClientRect();
  return bottom > row.top && top < row.bottom;
}

/** Calls `onEnd` after `NOTICE_MS`, not counting the time while `paused`. */
function useCountdown(paused: boolean, onEnd: () => void): void {
  const remainingMs = useRef(NOTICE_MS);
  const latestOnEnd = useRef(onEnd);
  latestOnEnd.current = onEnd;
  useEffect(() => {
    if (paused) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => latestOnEnd.current(), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= Date.now() - startedAt;
    };
  }, [paused]);
}

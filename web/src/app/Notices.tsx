import { CloseButton } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { dismiss, NOTICE_MS, type Notice, useNotices } from '../data/notices.ts';
import classes from './Notices.module.css';

/** Notices and errors, at the bottom right. */
export function Notices() {
  const notices = useNotices();
  return (
    <div className={classes.stack}>
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
      <CloseButton aria-label="Close notice" onClick={() => dismiss(id)} />
    </div>
  );
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

import { CloseButton } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { dismiss, NOTICE_MS, type Notice, useNotices } from '../notices.ts';
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
  const [looked, setLooked] = useState(false);
  useCountdown(looked, () => dismiss(id));
  // Screen readers tell what changes inside a live region, so the region is there before its words.
  const [words, setWords] = useState('');
  useEffect(() => setWords(message), [message]);
  const Icon = kind === 'good' ? IconCheck : IconX;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looking at a notice only stops its clock
    <div
      className={classes.toast}
      data-kind={kind}
      onMouseEnter={() => setLooked(true)}
      onMouseLeave={() => setLooked(false)}
      onFocus={() => setLooked(true)}
      onBlur={() => setLooked(false)}
    >
      <span className={classes.icon}>
        <Icon size={16} stroke={2.5} aria-hidden />
      </span>
      <div role={kind === 'good' ? 'status' : 'alert'} className={classes.message}>
        {words}
      </div>
      <CloseButton aria-label="Close notice" onClick={() => dismiss(id)} />
    </div>
  );
}

/** Calls `over` when the time is up; the clock stands still while `paused`. */
function useCountdown(paused: boolean, over: () => void): void {
  const left = useRef(NOTICE_MS);
  const end = useRef(over);
  end.current = over;
  useEffect(() => {
    if (paused) return;
    const since = Date.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [paused]);
}

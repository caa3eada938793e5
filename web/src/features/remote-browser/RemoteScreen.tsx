import { BROWSER_HEIGHT, BROWSER_WIDTH } from '@tealight/contract';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useRef,
  type WheelEvent,
} from 'react';
import { remoteBrowserText } from '../../text/remote-browser.ts';
import { keyInputOf } from './keys.ts';
import classes from './RemoteBrowser.module.css';
import { mergeScrolls } from './scroll.ts';
import type { RemoteSession } from './use-remote-session.ts';

export type RemoteScreenProps = {
  canvas: RefObject<HTMLCanvasElement | null>;
  send: RemoteSession['send'];
  /** Of the text that says how to use it. */
  describedBy: string;
};

/** The remote page: a picture that takes clicks, keys, pastes and the wheel. */
export function RemoteScreen({ canvas, send, describedBy }: RemoteScreenProps) {
  const at = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLCanvasElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { place: [clientX - left, clientY - top] as const, size: [width, height] as const };
  };
  const click = (event: MouseEvent<HTMLCanvasElement>) => {
    const { place, size } = at(event);
    void send('SendClick', ...place, ...size);
  };
  const latest = useRef(send);
  latest.current = send;
  const scroll = useRef(
    mergeScrolls(({ right, down }, { place, size }: ReturnType<typeof at>) =>
      latest.current('SendWheel', ...place, right, down, ...size),
    ),
  );
  const handleWheel = (event: WheelEvent<HTMLCanvasElement>) =>
    scroll.current({ right: event.deltaX, down: event.deltaY }, at(event));
  const press = (event: KeyboardEvent) => {
    const pressed = keyInputOf(event);
    if (pressed === null) return;
    event.preventDefault();
    if ('text' in pressed) void send('SendText', pressed.text);
    else void send('SendKey', pressed.key);
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const text = event.clipboardData.getData('text');
    if (text !== '') void send('SendText', text.slice(0, MAX_PASTE_LENGTH));
  };
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a canvas that takes keys is an application
    <canvas
      ref={canvas}
      className={classes.screen}
      width={BROWSER_WIDTH}
      height={BROWSER_HEIGHT}
      role="application"
      tabIndex={0}
      aria-label={remoteBrowserText.page}
      aria-describedby={describedBy}
      data-testid="remote-screen"
      onClick={click}
      onWheel={handleWheel}
      onKeyDown={press}
      onPaste={paste}
    />
  );
}

/** The hub takes no longer texts; nobody's password is longer. */
const MAX_PASTE_LENGTH = 1024;

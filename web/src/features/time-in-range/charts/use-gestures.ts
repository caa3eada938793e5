import { type PointerEvent, useRef } from 'react';

export type DragMoves = {
  /** To earlier (-1) or later (1) hours, by half a chart. */
  onPan: (direction: -1 | 1) => void;
  /** The chart follows the pointer: by this part of its width since the drag began, earlier if positive. */
  onDrag: (part: number) => void;
  onDrop: (part: number) => void;
  onCancel: () => void;
};

type GestureOptions = DragMoves & {
  /** The pointer points at a reading. */
  onPoint: (event: PointerEvent) => void;
  onLeave: () => void;
  /** Of the chart, in CSS pixels. */
  width: () => number;
};

/** A finger or mouse that has gone this far, in CSS pixels, within this time has swiped. Own choice. */
const SWIPE = { px: 48, ms: 350 };
/** A swipe goes at least as far as a press of a button: by this part of a chart. */
const SWIPED_PART = 0.5;
/** A pointer that has moved less, in CSS pixels, still points. Own choice. */
const DRAG_PX = 6;
/** A finger that stayed this long before it moves reads values instead of dragging. Own choice. */
const HOLD_MS = 350;

type Pressed = { x: number; at: number; doing: 'nothing' | 'dragging' | 'reading' };

/** A press that moves drags, a quick one swipes, a long one of a finger reads; a mouse reads without a press. */
export function useGestures({ onPoint, onLeave, onPan, onDrag, onDrop, onCancel, width }: GestureOptions) {
  const pressed = useRef<Pressed | null>(null);
  const begin = (event: PointerEvent) => {
    pressed.current = { x: event.clientX, at: event.timeStamp, doing: 'nothing' };
    onPoint(event);
  };
  const move = (event: PointerEvent) => {
    const press = pressed.current;
    if (press === null || press.doing === 'reading') return onPoint(event);
    const moved = event.clientX - press.x;
    if (press.doing === 'nothing') {
      if (Math.abs(moved) < DRAG_PX || width() === 0) return;
      const isHeld = event.pointerType === 'touch' && event.timeStamp - press.at >= HOLD_MS;
      press.doing = isHeld ? 'reading' : 'dragging';
      if (isHeld) return onPoint(event);
      // The pointer may leave the chart while it drags.
      event.currentTarget.setPointerCapture(event.pointerId);
      onLeave();
    }
    onDrag(moved / width());
  };
  const end = (event: PointerEvent) => {
    const press = pressed.current;
    pressed.current = null;
    if (press === null || press.doing === 'reading') return;
    const moved = event.clientX - press.x;
    const isSwipe = Math.abs(moved) >= SWIPE.px && event.timeStamp - press.at <= SWIPE.ms;
    if (press.doing === 'dragging') return onDrop(isSwipe ? swiped(moved / width()) : moved / width());
    if (!isSwipe) return;
    onLeave();
    onPan(moved > 0 ? -1 : 1);
  };
  return {
    onPointerDown: begin,
    onPointerMove: move,
    onPointerUp: end,
    // The browser scrolls the page instead.
    onPointerCancel: () => {
      if (pressed.current?.doing === 'dragging') onCancel();
      pressed.current = null;
    },
    // A finger that is lifted leaves its mark; it goes with the next touch elsewhere.
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && onLeave(),
  };
}

const swiped = (part: number): number => Math.sign(part) * Math.max(SWIPED_PART, Math.abs(part));

import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useGestures } from './use-gestures.ts';

const done: string[] = [];
const WIDTH = 200;

function Surface() {
  const gestures = useGestures({
    onPan: (direction) => done.push(`pan ${direction}`),
    onDrag: (part) => done.push(`drag ${part}`),
    onDrop: (part) => done.push(`drop ${part}`),
    onCancel: () => done.push('cancel'),
    onPoint: ({ clientX }) => done.push(`point ${clientX}`),
    onLeave: () => done.push('leave'),
    width: () => WIDTH,
  });
  return <div role="slider" tabIndex={0} aria-valuenow={0} {...gestures} />;
}

beforeEach(() => {
  done.length = 0;
  HTMLElement.prototype.setPointerCapture = vi.fn();
});

/** Sends `down 100 0`, `move 120 50`: what happens, at which place, after how many milliseconds. */
function gesture(pointerType: 'mouse' | 'touch', ...steps: string[]) {
  render(<Surface />);
  for (const step of steps) {
    const [what, clientX, ms] = step.split(' ');
    const event = new MouseEvent(`pointer${what}`, { bubbles: true, clientX: Number(clientX) });
    Object.defineProperties(event, {
      timeStamp: { value: 1000 + Number(ms) },
      pointerType: { value: pointerType },
    });
    fireEvent(screen.getByRole('slider'), event);
  }
  return done;
}

describe('[DASH-7] on the chart', () => {
  test('a mouse that is not pressed points at readings', () => {
    expect(gesture('mouse', 'move 40 0', 'move 60 10')).toEqual(['point 40', 'point 60']);
  });

  test.each(['mouse', 'touch'] as const)(
    'a %s that is pressed and moves drags it continuously',
    (pointer) => {
      expect(gesture(pointer, 'down 100 0', 'move 110 100', 'move 150 500', 'up 140 600')).toEqual([
        ...['point 100', 'leave', 'drag 0.05', 'drag 0.25', 'drop 0.2'],
      ]);
      expect(HTMLElement.prototype.setPointerCapture).toHaveBeenCalledOnce();
    },
  );

  test('a tap that trembles points at a reading', () => {
    expect(gesture('touch', 'down 100 0', 'move 104 50', 'up 104 80')).toEqual(['point 100']);
  });

  test('a finger that stays before it moves reads values', () => {
    expect(gesture('touch', 'down 100 0', 'move 120 400', 'move 130 450', 'up 130 500')).toEqual([
      ...['point 100', 'point 120', 'point 130'],
    ]);
  });

  test('a quick swipe goes half a chart, and further when the finger went further', () => {
    const down = ['down 190 0', 'move 130 100'];
    expect(
      gesture('touch', ...down, 'up 130 200', ...down, 'up 50 200').filter((one) => /drop/.test(one)),
    ).toEqual([...['drop -0.5', 'drop -0.7']]);
  });

  test('a drag that the browser takes for scrolling is undone', () => {
    expect(gesture('touch', 'down 100 0', 'move 120 100', 'cancel 120 110', 'move 130 120').slice(2)).toEqual(
      [...['drag 0.1', 'cancel', 'point 130']],
    );
  });
});

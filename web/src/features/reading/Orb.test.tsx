import { MantineProvider } from '@mantine/core';
import { contrastOf } from '@tealight/glucose';
import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Orb } from './Orb.tsx';
import { orbStyle } from './orb-style.ts';
import { ReadingAnnouncement, ReadingFacts } from './ReadingFacts.tsx';

const reading = {
  value: 112,
  time: '2026-11-20T10:05:00Z',
  color: '#2fbf71',
  trend: 'falling-slowly',
  delta: -3,
  zone: 'in-range',
  stale: false,
} as const;
const show = (element: React.ReactNode) => render(<MantineProvider env="test">{element}</MantineProvider>);

describe('the orb', () => {
  test('glows in the color that came with the reading', () => {
    const { container } = show(<Orb reading={reading} unit="mg/dL" flashing={false} />);
    expect(container.querySelector('[style*="--glow"]')?.getAttribute('style')).toContain('#2fbf71');
  });

  test.each([
    ['mg/dL', 112, '112'],
    ['mmol/L', 6.2, '6.20'],
  ] as const)('[DASH-6] in %s shows %d as %s', (unit, value, text) => {
    show(<Orb reading={{ ...reading, value }} unit={unit} flashing={false} />);
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText(unit)).toBeVisible();
  });

  test('[DASH-2] shows no number without a current reading', () => {
    const { container } = show(<Orb reading={null} unit="mg/dL" flashing={false} />);
    expect(container.querySelector('[data-empty]')).toHaveTextContent(/^No current data$/);
  });

  test.each(['#e5484d', '#f59e0b', '#2fbf71', '#3b82f6', '#a855f7', '#101010', '#ffffff'])(
    '[COL-3] its ink can be read on %s',
    (color) => {
      const style = orbStyle(color);
      expect(contrastOf(style['--glow'], style['--glow-ink'])).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('a color that is none becomes the neutral one', () => {
    expect(orbStyle('red; background: url(x)')['--glow']).toMatch(/^#[0-9a-f]{6}$/);
  });
});

describe('beside the orb', () => {
  const now = Date.parse('2026-11-20T10:06:10Z');

  test('[COL-3] arrow, change and words say what the color says', () => {
    const { container } = show(<ReadingFacts reading={reading} unit="mg/dL" now={now} />);
    expect(container).toHaveTextContent('−3');
    expect(container).toHaveTextContent('Falling slowly, in range');
    expect(container.querySelector('svg')).not.toBeNull();
  });

  test('[DASH-1] stands when the reading was received, and how long ago', () => {
    show(<ReadingFacts reading={reading} unit="mg/dL" now={now} />);
    expect(screen.getByText(/^Received .*:05.*, 1 min ago$/)).toBeVisible();
  });

  test('a new reading is announced politely, with its unit and its trend', () => {
    show(<ReadingAnnouncement reading={reading} unit="mg/dL" />);
    expect(screen.getByRole('status')).toHaveTextContent('112 mg/dL, Falling slowly, in range');
    expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'polite');
  });
});

import { MantineProvider } from '@mantine/core';
import { contrastOf } from '@tealight/glucose';
import { render, screen } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Orb } from './Orb.tsx';
import { orbStyle } from './orb-style.ts';
import { ReadingAnnouncement } from './ReadingAnnouncement.tsx';
import { ReadingFacts } from './ReadingFacts.tsx';

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

  test('plays one pulse for a reading that takes the place of another, and none when the page is opened', () => {
    const animate = vi.fn(() => ({ cancel() {} }));
    Object.assign(HTMLElement.prototype, { animate });
    onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'animate'));
    const orb = (time: string) => (
      <MantineProvider env="test">
        <Orb reading={{ ...reading, time }} unit="mg/dL" flashing={false} />
      </MantineProvider>
    );
    const { rerender } = render(orb(reading.time));
    rerender(orb(reading.time));
    expect(animate).not.toHaveBeenCalled();
    rerender(orb('2026-11-20T10:10:00Z'));
    expect(animate).toHaveBeenCalledExactlyOnceWith(expect.anything(), { duration: 3000, iterations: 1 });
  });

  test.each([
    ['mg/dL', 39, 'LOW', 'below 40 mg/dL'],
    ['mmol/L', 2.17, 'LOW', 'below 2.2 mmol/L'],
    ['mg/dL', 401, 'HIGH', 'above 400 mg/dL'],
  ] as const)(
    '[DASH-1] in %s shows %d, which no sensor measures, as %s, and says “%s”',
    (unit, value, text, said) => {
      const beyond = { ...reading, value, delta: null };
      show(<Orb reading={beyond} unit={unit} flashing={false} />);
      expect(screen.getByText(text)).toBeVisible();
      expect(screen.queryByText(unit)).toBeNull();
      show(<ReadingAnnouncement reading={beyond} unit={unit} />);
      expect(screen.getByText(new RegExp(said))).toBeInTheDocument();
    },
  );

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

describe('an urgent reading', () => {
  test.each([
    ['mg/dL', 54, 'Urgent low'],
    ['mg/dL', 250, 'Urgent high'],
    ['mmol/L', 3, 'Urgent low'],
    ['mmol/L', 13.89, 'Urgent high'],
  ] as const)(
    '[COL-3] in %s, %d, is one by a word and a ring, and is announced at once',
    (unit, value, words) => {
      const urgent = { ...reading, value, time: new Date().toISOString() };
      const { container } = show(
        <>
          <Orb reading={urgent} unit={unit} flashing={false} />
          <ReadingFacts reading={urgent} unit={unit} now={Date.now()} />
          <ReadingAnnouncement reading={urgent} unit={unit} />
        </>,
      );
      expect(container.querySelector('[data-urgent="true"]')).toHaveTextContent(words);
      expect(screen.getByText(new RegExp(`^Falling slowly, ${words}$`, 'i'))).toBeVisible();
      expect(screen.getByRole('alert')).toHaveTextContent(new RegExp(`^${words}: .*, just now$`));
      expect(screen.getByRole('status')).toBeEmptyDOMElement();
    },
  );

  test.each([55, 249])('[COL-3] at %d mg/dL is none', (value) => {
    const { container } = show(<Orb reading={{ ...reading, value }} unit="mg/dL" flashing={false} />);
    expect(container.querySelector('[data-urgent="true"]')).toBeNull();
    expect(screen.queryByText(/urgent/i)).toBeNull();
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
    const minute = String(new Date(reading.time).getMinutes()).padStart(2, '0');
    expect(screen.getByText(new RegExp(`^Received .*:${minute}.*, 1 min ago$`))).toBeVisible();
  });

  test('a new reading is announced politely, with its trend, change and age', () => {
    const time = new Date(Date.now() - 60_000).toISOString();
    show(<ReadingAnnouncement reading={{ ...reading, time }} unit="mg/dL" />);
    expect(screen.getByRole('status')).toHaveTextContent(
      'In range: 112 mg/dL, falling slowly, change −3, 1 min ago',
    );
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'polite');
  });
});

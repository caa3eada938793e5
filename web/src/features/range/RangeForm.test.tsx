import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { rangeText } from '../../text/range.ts';
import { RangeForm } from './RangeForm.tsx';

const range = { unit: 'mg/dL', high: 180, inRange: 100, low: 70 } as const;
const none = { range: null, flash: { high: false, low: false }, palette: 'classic' } as const;
const open = (saved: React.ComponentProps<typeof RangeForm>['saved'] = none, mgdl: number | null = null) => {
  const onSave = vi.fn();
  render(
    <MantineProvider env="test">
      <RangeForm saved={saved} saveLabel="Save" busy={false} mgdl={mgdl} onSave={onSave} />
    </MantineProvider>,
  );
  return onSave;
};
const field = (name: string) => screen.getByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save' });
const type = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
  await userEvent.tab();
};

describe('the range form', () => {
  test('[SHELL-11] leaving a setpoint changes its error once the press is over, as that may move what is below', async () => {
    open();
    fireEvent.change(field('High'), { target: { value: 'abc' } });
    const error = () => screen.queryByText(rangeText.notNumber);
    expect(error()).toBeVisible();
    fireEvent.pointerDown(document.body);
    fireEvent.blur(field('High'));
    expect(error()).toBeVisible();
    await act(async () => fireEvent.click(document.body));
    expect(error()).toBeNull();
  });

  test('[RNG-1] starts in mg/dL, and saves once all three values are there', async () => {
    const onSave = open();
    expect(screen.getByRole('radio', { name: 'mg/dL' })).toBeChecked();
    await type('High', '180');
    await type('In range', '110');
    expect(save()).toBeDisabled();
    await type('Low', '70');
    await userEvent.click(screen.getByRole('switch', { name: 'Flash when low' }));
    await userEvent.click(save());
    expect(onSave).toHaveBeenCalledExactlyOnceWith({
      range: { unit: 'mg/dL', high: 180, inRange: 110, low: 70 },
      flash: { high: false, low: true },
    });
  });

  test.each([
    ['mg/dL', 'Use 180 / 110 / 70 mg/dL', { high: 180, inRange: 110, low: 70 }],
    ['mmol/L', 'Use 10.0 / 6.1 / 3.9 mmol/L', { high: 10, inRange: 6.1, low: 3.9 }],
  ])('[RNG-1] suggests setpoints in %s, which one press fills in', async (unit, label, setpoints) => {
    const onSave = open();
    await userEvent.click(screen.getByRole('radio', { name: unit }));
    expect(save()).toBeDisabled();
    expect(screen.getByRole('img')).toHaveAccessibleName(/^Suggested\. From red at /);
    expect(field('High')).toHaveAttribute('placeholder', setpoints.high.toFixed(unit === 'mg/dL' ? 0 : 1));
    await userEvent.click(screen.getByRole('button', { name: label }));
    expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
    expect(save()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onSave).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ range: { unit, ...setpoints } }),
    );
  });

  test('[RNG-1] suggests nothing over values that are set or typed', async () => {
    open();
    await userEvent.type(field('Low'), '7');
    expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
  });

  test('shows the reading of now on the colors, in the selected unit', async () => {
    open({ ...none, range }, 112);
    expect(screen.getByText('Your reading now: 112 mg/dL')).toBeVisible();
    expect(screen.getByRole('img')).toHaveAccessibleName(/Your reading now: 112 mg\/dL$/);
    await userEvent.click(screen.getByRole('radio', { name: 'mmol/L' }));
    expect(screen.getByText('Your reading now: 6.22 mmol/L')).toBeVisible();
    expect(screen.getByRole('img')).toHaveAccessibleName(
      /^From red at 3.9 through green at 5.6 to violet at 10.0/,
    );
  });

  test('[RNG-1] names each setpoint as people know it', () => {
    open();
    expect(field('High')).toHaveAccessibleDescription(/Upper target limit/);
    expect(field('In range')).toHaveAccessibleDescription(/target/);
    expect(field('Low')).toHaveAccessibleDescription(/Lower target limit/);
  });

  test('[RNG-1] characters that are not digits are rejected with an error', async () => {
    open({ ...none, range });
    await userEvent.type(field('High'), 'x');
    expect(field('High')).toHaveValue('180');
    expect(screen.getByText('Value is incorrect')).toBeVisible();
  });

  test.each([
    ['High', '401', 'Value is too high, max 400'],
    ['Low', '49', 'Value is too low, min 50'],
    ['In range', '181', 'Value must be lower than high setpoint'],
    ['In range', '69', 'Value must be higher than low setpoint'],
    ['High', '0', 'Value is incorrect'],
  ])('[RNG-2] %s at %s: “%s”, and nothing can be saved', async (name, text, message) => {
    open({ ...none, range });
    await type(name, text);
    expect(screen.getByText(message)).toBeVisible();
    expect(field(name)).toBeInvalid();
    expect(save()).toBeDisabled();
  });

  test('[RNG-2] limits are shown in the selected unit', async () => {
    open({ ...none, range });
    await userEvent.click(screen.getByRole('radio', { name: 'mmol/L' }));
    await type('High', '22,3');
    expect(screen.getByText('Value is too high, max 22.2')).toBeVisible();
  });

  test('[RNG-3] switching the unit there and back brings back the very values', async () => {
    open({ ...none, range });
    await userEvent.click(screen.getByRole('radio', { name: 'mmol/L' }));
    expect(
      [field('High'), field('In range'), field('Low')].map((one) => (one as HTMLInputElement).value),
    ).toEqual(['10.0', '5.6', '3.9']);
    await userEvent.click(screen.getByRole('radio', { name: 'mg/dL' }));
    expect(field('In range')).toHaveValue('100');
  });

  test('[COL-3] the bar says its colors in words, in either palette', async () => {
    open({ ...none, range });
    expect(screen.getByRole('img')).toHaveAccessibleName(
      'From red at 70 through green at 100 to violet at 180 mg/dL',
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Colorblind-friendly' }));
    expect(screen.getByRole('img')).toHaveAccessibleName(/blue at 100 to amber at 180/);
  });
});

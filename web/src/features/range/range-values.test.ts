import { describe, expect, test } from 'vitest';
import {
  convertTo,
  errorsOf,
  isSavable,
  type RangeValues,
  rangeOf,
  setpointTexts,
  suggestedRange,
  valuesOf,
  withSetpoint,
} from './range-values.ts';

const mgdl: RangeValues = { unit: 'mg/dL', texts: { high: '180', inRange: '100', low: '70' } };
const withTexts = (texts: Partial<RangeValues['texts']>, values = mgdl): RangeValues => ({
  ...values,
  texts: { ...values.texts, ...texts },
});
const mmol: RangeValues = { unit: 'mmol/L', texts: { high: '10', inRange: '5.6', low: '3.9' } };

describe('a range being typed', () => {
  test('[RNG-1] starts empty in mg/dL', () => {
    expect(valuesOf(null)).toEqual({ unit: 'mg/dL', texts: { high: '', inRange: '', low: '' } });
  });

  test.each(['', '1', '180', '10,', '10,5', '10.55', ' 180 '])('[RNG-1] takes “%s”', (text) => {
    expect(withSetpoint(mgdl, 'high', text)?.texts.high).toBe(text.trim());
  });

  test.each(['a', '-1', '1e3', '1.2.3', '12x', '١'])('[RNG-1] does not take “%s”', (text) => {
    expect(withSetpoint(mgdl, 'high', text)).toBeNull();
  });

  test('[RNG-1] reads a decimal comma like a point', () => {
    expect(rangeOf(withTexts({ inRange: '5,6' }, mmol))).toEqual(rangeOf(mmol));
  });

  test.each(['high', 'inRange', 'low'] as const)('[RNG-1] cannot be saved without %s', (setpoint) => {
    expect(isSavable(mgdl)).toBe(true);
    expect(isSavable(withTexts({ [setpoint]: '' }))).toBe(false);
    expect(errorsOf(withTexts({ [setpoint]: '' }))).toEqual({});
  });

  test.each([
    [withTexts({ high: '401' }), { high: 'Value is too high, max 400' }],
    [withTexts({ high: '22.3' }, mmol), { high: 'Value is too high, max 22.2' }],
    [withTexts({ low: '49' }), { low: 'Value is too low, min 50' }],
    [withTexts({ low: '2,7' }, mmol), { low: 'Value is too low, min 2.8' }],
    [withTexts({ inRange: '181' }), { inRange: 'Value must be lower than high setpoint' }],
    [withTexts({ inRange: '69' }), { inRange: 'Value must be higher than low setpoint' }],
    [withTexts({ high: '0' }), { high: 'Value is incorrect' }],
    [withTexts({ low: '.' }), { low: 'Value is incorrect' }],
  ])('[RNG-2] tells what is wrong %#', (values, errors) => {
    expect(errorsOf(values)).toEqual(errors);
    expect(isSavable(values)).toBe(false);
  });

  test('[RNG-3] is converted when the unit is switched, and comes back as it was', () => {
    const there = convertTo(mgdl, 'mmol/L');
    expect(there).toMatchObject({ unit: 'mmol/L', texts: { high: '10.0', inRange: '5.6', low: '3.9' } });
    expect(convertTo(there, 'mg/dL').texts).toEqual(mgdl.texts);
  });

  test('[RNG-3] keeps an edit made after the switch, and restores the rest', () => {
    const edited = withTexts({ inRange: '6' }, convertTo(mgdl, 'mmol/L'));
    expect(convertTo(edited, 'mg/dL').texts).toEqual({ high: '180', inRange: '108', low: '70' });
  });

  test.each([
    [{ unit: 'mmol/L', high: 10, inRange: 5.6, low: 4 }, ['10.0', '5.6', '4.0']],
    [{ unit: 'mmol/L', high: 10, inRange: 5.55, low: 4 }, ['10.00', '5.55', '4.00']],
    [{ unit: 'mg/dL', high: 180, inRange: 110, low: 70 }, ['180', '110', '70']],
  ] as const)('shows as many decimals for each setpoint %#', (range, texts) => {
    expect(Object.values(setpointTexts(range))).toEqual(texts);
  });

  test('[RNG-2] suggests setpoints that can be saved, in either unit', () => {
    for (const unit of ['mg/dL', 'mmol/L'] as const)
      expect(isSavable(valuesOf(suggestedRange(unit)))).toBe(true);
  });

  test('[RNG-3] leaves an empty value empty', () => {
    expect(convertTo(withTexts({ low: '' }), 'mmol/L').texts.low).toBe('');
  });
});

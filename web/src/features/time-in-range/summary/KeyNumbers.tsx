import type { StatisticsNumbers } from '@tealight/contract';
import { showPercent, type Unit } from '@tealight/glucose';
import { showLevel, wholePercent } from '../text.ts';
import classes from './numbers.module.css';

export type KeyNumbersProps = { numbers: StatisticsNumbers; unit: Unit };

type KeyNumber = { name: string; value: string; unit?: string; note: string };

/** The numbers beside time in range; those that need more readings are left out, and the sentence says so. */
export function KeyNumbers({ numbers, unit }: KeyNumbersProps) {
  return (
    <>
      <dl className={classes.numbers}>
        {keyNumbers(numbers, unit).map(({ name, value, unit: behind, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b>
              {behind && ` ${behind}`}
              <small>{note}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.sentence}>{numbers.sufficiency.sentence}</p>
    </>
  );
}

function keyNumbers(numbers: StatisticsNumbers, unit: Unit): KeyNumber[] {
  const { meanMgdl, gmiPercent, cvPercent, riskIndex, lowestMgdl, highestMgdl, sufficiency } = numbers;
  const shown: KeyNumber[] = [
    {
      name: 'Mean glucose',
      value: showLevel(meanMgdl, unit),
      unit,
      note: `from ${showLevel(lowestMgdl, unit)} to ${showLevel(highestMgdl, unit)}`,
    },
  ];
  if (gmiPercent !== null)
    shown.push({ name: 'GMI', value: `${gmiPercent.toFixed(1)}%`, note: 'like an HbA1c' });
  if (cvPercent !== null) {
    shown.push({ name: 'Variation (CV)', value: wholePercent(cvPercent), note: 'target: 36% or less' });
  }
  if (riskIndex !== null) {
    const { score, zone } = riskIndex;
    shown.push({
      name: 'Risk index (GRI)',
      value: String(Math.round(score)),
      note: `zone ${zone}, A is best`,
    });
  }
  shown.push({ name: 'Readings', value: showPercent(sufficiency.coverage), note: 'of those expected' });
  return shown;
}

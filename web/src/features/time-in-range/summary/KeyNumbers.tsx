import type { StatisticsNumbers } from '@tealight/contract';
import { showPercent, type Unit } from '@tealight/glucose';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { showExtreme, showLevel, wholePercent } from '../text.ts';
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
  const text = timeInRangeText.numbers;
  const shown: KeyNumber[] = [
    {
      name: text.mean,
      value: showLevel(meanMgdl, unit),
      unit,
      note: text.meanNote({ lowest: showExtreme(lowestMgdl, unit), highest: showExtreme(highestMgdl, unit) }),
    },
  ];
  if (gmiPercent !== null)
    shown.push({ name: text.gmi, value: `${gmiPercent.toFixed(1)}%`, note: text.gmiNote });
  if (cvPercent !== null) {
    shown.push({ name: text.cv, value: wholePercent(cvPercent), note: text.cvNote });
  }
  if (riskIndex !== null) {
    const { score, zone } = riskIndex;
    shown.push({
      name: text.riskIndex,
      value: String(Math.round(score)),
      note: text.riskIndexNote({ zone }),
    });
  }
  shown.push({ name: text.readings, value: showPercent(sufficiency.coverage), note: text.readingsNote });
  return shown;
}

import type { StatisticsSettings } from '@tealight/contract';
import { TextButton } from '../../../components/TextButton.tsx';
import classes from '../statistics.module.css';
import { populationText } from '../text.ts';

/** The reference of the bands and goals, and the medical notice. */
export function Footnote({ settings, onChange }: { settings: StatisticsSettings; onChange: () => void }) {
  return (
    <p className={classes.footnote}>
      Bands and goals of the international consensus for {populationText[settings.population]}, weighted by
      time.{' '}
      <span className={classes.screen}>
        <TextButton onClick={onChange}>Change</TextButton>.{' '}
      </span>
      This is not medical advice: discuss your goals with your care team.
    </p>
  );
}

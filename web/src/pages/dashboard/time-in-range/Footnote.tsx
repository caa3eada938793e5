import type { StorySettings } from '@tealight/contract';
import { TextButton } from '../../../ui/TextButton.tsx';
import classes from './story.module.css';
import { populationWords } from './words.ts';

/** By what the story is measured, and what it is not. */
export function Footnote({ settings, onChange }: { settings: StorySettings; onChange: () => void }) {
  return (
    <p className={classes.footnote}>
      Bands and goals of the international consensus for {populationWords[settings.population]}, weighted by
      time.{' '}
      <span className={classes.screen}>
        <TextButton onClick={onChange}>Change</TextButton>.{' '}
      </span>
      This is no medical advice: speak about your goals with your care team.
    </p>
  );
}

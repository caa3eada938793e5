import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../components/Panel.tsx';
import { userQuery } from '../../data/queries.ts';
import { useWearer } from '../../data/wearer/wearers.ts';
import { readingsQuery } from '../../data/wearer-queries.ts';
import { timeInRangeText } from '../../text/time-in-range.ts';
import { savedChoice } from '../range/saved-choice.ts';
import { ChartSection } from './charts/ChartSection.tsx';
import classes from './statistics.module.css';

/** The chart of the last hours, for a reader who may see the day and not the history. */
export function DayPanel() {
  const { listed } = useWearer();
  const { palette } = savedChoice(useQuery(userQuery).data);
  const readUnit = useQuery(readingsQuery).data?.unit;
  return (
    <div className={classes.statistics} data-statistics-palette={palette}>
      <Panel title={timeInRangeText.chart.panel}>
        <ChartSection start={null} unit={readUnit ?? listed?.unit ?? 'mg/dL'} palette={palette} />
      </Panel>
    </div>
  );
}

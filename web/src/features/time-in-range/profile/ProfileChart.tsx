import { bandsOf, type Population, type Unit } from '@tealight/glucose';
import { useId } from 'react';
import { showLevel, timeOfDay } from '../text.ts';
import classes from './profile.module.css';
import { areaPath, bandDepths, depthOf, linePath, type ProfilePoints, reachOf } from './profile-shape.ts';

export type ProfileChartProps = { points: ProfilePoints; population: Population; unit: Unit };

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** How days usually go, from midnight to midnight: the middle day, half of them, and nine of ten. */
export function ProfileChart({ points, population, unit }: ProfileChartProps) {
  const colors = useId();
  const reach = reachOf(points);
  const fill = `url(#${colors})`;
  const limits = limitsOf(population);
  return (
    <div className={classes.profile} aria-hidden="true">
      <svg viewBox="0 0 1440 1" preserveAspectRatio="none" aria-hidden="true">
        <linearGradient id={colors} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="1">
          {bandDepths(population, reach).flatMap(({ band, from, to }) => [
            <stop key={`${band} from`} offset={from} data-band={band} />,
            <stop key={`${band} to`} offset={to} data-band={band} />,
          ])}
        </linearGradient>
        {limits.map(({ mgdl, isTarget }) => (
          <path
            key={mgdl}
            className={isTarget ? classes.target : classes.limit}
            d={`M0,${depthOf(mgdl, reach)}H1440`}
          />
        ))}
        <path className={classes.most} fill={fill} d={areaPath(points, ['p5', 'p95'], reach)} />
        <path className={classes.half} fill={fill} d={areaPath(points, ['p25', 'p75'], reach)} />
        <path className={classes.middle} d={linePath(points, 'p50', reach)} />
      </svg>
      {limits.map(({ mgdl }) => (
        <span key={mgdl} className={classes.level} style={{ top: `${100 * depthOf(mgdl, reach)}%` }}>
          {showLevel(mgdl, unit)}
        </span>
      ))}
      {HOURS.map((hour) => (
        <span
          key={hour}
          className={classes.hour}
          data-part={partOf(hour)}
          style={{ left: `${(100 * hour) / 24}%` }}
        >
          {timeOfDay(hour * 60)}
        </span>
      ))}
    </div>
  );
}

/** Of which part of the day an hour is the start: labels of smaller parts are left out where space is short. */
const partOf = (hour: number): 'half' | 'quarter' | 'eighth' =>
  hour % 12 === 0 ? 'half' : hour % 6 === 0 ? 'quarter' : 'eighth';

type Limit = { mgdl: number; isTarget: boolean };

/** The limits between bands, as the consensus writes them; the target's own stand out. */
function limitsOf(population: Population): Limit[] {
  return bandsOf(population).flatMap(({ band, from, to }): Limit[] => {
    if (band === 'target') return [from, to].map((mgdl) => ({ mgdl: mgdl ?? 0, isTarget: true }));
    if (band === 'low') return [{ mgdl: from ?? 0, isTarget: false }];
    return band === 'high' && to !== null ? [{ mgdl: to, isTarget: false }] : [];
  });
}

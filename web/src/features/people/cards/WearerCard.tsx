import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconBell, IconSettings } from '@tabler/icons-react';
import type { ShownReading } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { AccentInitial } from '../../../components/AccentInitial.tsx';
import { nameOf } from '../../../data/wearer/wearers.ts';
import { managePath, wearerPath } from '../../../paths.ts';
import { dashboardText } from '../../../text/dashboard.ts';
import { peopleText } from '../../../text/people/list.ts';
import { rightsText } from '../../../text/people/rights.ts';
import { readingText } from '../../../text/reading.ts';
import { Sentence } from '../../../text/Sentence.tsx';
import { ageText } from '../../reading/age.ts';
import { Orb } from '../../reading/Orb.tsx';
import { deltaText, trendAndZoneText, urgencyOfReading, valueText } from '../../reading/reading-text.ts';
import { TrendArrow } from '../../reading/TrendArrow.tsx';
import { cardAlarmText } from './card-alarm.ts';
import type { CardView } from './card-view.ts';
import classes from './cards.module.css';

export type WearerCardProps = {
  view: CardView;
  /** Epoch milliseconds. */
  now: number;
  /** Whether the card says what the reader is to the wearer; in a small one there is space for the role alone. */
  role: 'none' | 'short' | 'whole';
  /** The buttons that move the card, while the order is being changed. */
  moves: ReactNode;
};

/** One wearer: name, value, age, state. In this order in the document, which is that of screen readers. */
export function WearerCard({ view, now, role, moves }: WearerCardProps) {
  const { wearer, glance, current, alarm } = view;
  const id = useId();
  const name = nameOf(wearer);
  const unit = glance?.unit ?? wearer.unit;
  const isUrgent = current !== null && urgencyOfReading(current, unit) !== null;
  const isRinging = alarm !== null && alarm.snooze === null;
  return (
    <li
      className={classes.card}
      data-urgent={isUrgent || isRinging}
      data-name-above={moves !== null || hasLongWord(name)}
    >
      <h2 className={classes.name}>
        <AccentInitial name={name} accent={wearer.accent} />
        <Link
          to={wearerPath(wearer.id)}
          aria-describedby={`${alarm === null ? '' : `${id}-alarm `}${id}-value ${id}-age`}
        >
          {name}
        </Link>
      </h2>
      <div className={classes.orb} id={`${id}-value`}>
        <Orb
          reading={current}
          unit={unit}
          flashing={false}
          emptyText={glance === null ? peopleText.card.notLoaded : readingText.noCurrentData}
        />
      </div>
      <div className={classes.facts}>
        {alarm !== null && (
          <p id={`${id}-alarm`} className={classes.alarm} data-silent={!isRinging}>
            <IconBell size={18} aria-hidden="true" /> {cardAlarmText(alarm)}
          </p>
        )}
        <p id={`${id}-age`} className={classes.age}>
          {ageOf(view, unit, now)}
        </p>
        {current && <Trend reading={current} unit={unit} />}
        {view.fault && <p className={classes.fault}>{view.fault}</p>}
        {role !== 'none' && <p className={classes.role}>{roleOf(view, role === 'short')}</p>}
      </div>
      <div className={classes.actions}>
        {moves ?? (
          <ActionIcon
            component={Link}
            to={managePath(wearer.id)}
            variant="subtle"
            size="lg"
            color="gray"
            aria-label={peopleText.card.manage({ name })}
            title={peopleText.card.manage({ name })}
          >
            <IconSettings size={20} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}

/** Beside the orb of a card on a phone there is space for so many letters in a line, at the usual size of text. */
const MAX_WORD_LENGTH = 8;

const hasLongWord = (name: string): boolean =>
  name.split(/[\s-]/u).some((word) => word.length > MAX_WORD_LENGTH);

function Trend({ reading, unit }: { reading: ShownReading; unit: Unit }) {
  const delta = deltaText(reading, unit);
  return (
    <>
      <p className={classes.trend}>
        <TrendArrow trend={reading.trend} size={1.75} />
        {delta !== null && (
          <span>
            <VisuallyHidden>{readingText.change} </VisuallyHidden>
            {delta}
          </span>
        )}
      </p>
      <p className={classes.state}>{trendAndZoneText(reading, unit)}</p>
    </>
  );
}

/** How old the reading is; where none is current, the last one that is known. */
function ageOf({ glance, current, last }: CardView, unit: Unit, now: number): ReactNode {
  if (current !== null) return ageText(current.time, now);
  if (glance === null) return null;
  if (last !== null) {
    return (
      <Sentence
        text={dashboardText.connection.lastKnown({
          age: ageText(last.time, now),
          value: valueText(last, unit),
        })}
        parts={{ s: (words) => <s>{words}</s> }}
      />
    );
  }
  const { connection } = glance;
  if (connection.lastReadingAt !== null)
    return peopleText.card.noCurrentDataSince({ age: ageText(connection.lastReadingAt, now) });
  return connection.state === 'checking' ? peopleText.card.waiting : peopleText.card.noReadings;
}

function roleOf({ wearer: { role, ownerName, alias, name } }: CardView, isShort: boolean): string {
  const { own, followed, followedAs, realName } = peopleText.card;
  if (role === 'owner') return own;
  const word = rightsText.roles[role];
  if (isShort) return followed({ role: word });
  const text = ownerName === null ? followed({ role: word }) : followedAs({ role: word, owner: ownerName });
  return alias === null ? text : `${text} ${realName({ name })}`;
}

import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { nameOf } from '../../../data/wearer/wearers.ts';
import { peopleText } from '../../../text/people/list.ts';
import type { CardView } from './card-view.ts';
import { idsWorstFirst } from './card-view.ts';
import classes from './cards.module.css';
import { MoveButtons } from './MoveButtons.tsx';
import { moved, useSaveOrder } from './use-order.ts';
import { useSteadyOrder } from './use-steady-order.ts';
import { WearerCard } from './WearerCard.tsx';

/** From this number on the cards are smaller. */
const MANY = 10;

export type CardListProps = {
  /** In the reader's own order. */
  views: readonly CardView[];
  order: 'by-hand' | 'worst-first';
  /** Whether the reader is changing the own order. */
  isEditing: boolean;
  /** Epoch milliseconds. */
  now: number;
};

/** A card for each wearer. The order stays as it is while a finger, a pointer or the focus is on the list. */
export function CardList({ views, order, isEditing, now }: CardListProps) {
  const isMany = views.length >= MANY;
  // Where all are the reader's own, it need not be said of each.
  const saysRole = views.some(({ wearer }) => wearer.role !== 'owner');
  const ids = views.map(({ wearer }) => wearer.id);
  const steady = useSteadyOrder(order === 'worst-first' ? idsWorstFirst(views) : ids);
  const save = useSaveOrder();
  const [announcement, setAnnouncement] = useState('');
  const shown = steady.order.flatMap((id) => views.find(({ wearer }) => wearer.id === id) ?? []);
  const move = ({ wearer }: CardView, by: -1 | 1) => {
    const next = moved(steady.order, wearer.id, by);
    steady.reorder(next);
    save(next);
    const place = next.indexOf(wearer.id) + 1;
    setAnnouncement(peopleText.order.moved({ name: nameOf(wearer), place, count: next.length }));
  };
  return (
    <>
      <ul className={classes.cards} data-many={isMany} aria-label={peopleText.list} {...steady.handlers}>
        {shown.map((view, index) => (
          <WearerCard
            key={view.wearer.id}
            view={view}
            now={now}
            role={saysRole ? (isMany ? 'short' : 'whole') : 'none'}
            moves={
              isEditing ? (
                <MoveButtons
                  name={nameOf(view.wearer)}
                  isFirst={index === 0}
                  isLast={index === shown.length - 1}
                  onMove={(by) => move(view, by)}
                />
              ) : null
            }
          />
        ))}
      </ul>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Glance, ListedWearer } from '@tealight/contract';
import { useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useNow } from '../../components/use-now.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { useHasAlarms } from '../../data/wearer/alarms.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { glancesQuery, wearersQuery } from '../../data/wearer/wearers.ts';
import { commonText } from '../../text/common.ts';
import { peopleText } from '../../text/people/list.ts';
import { activeAlarmsQuery } from '../alarms/queries.ts';
import { useStoredChoice } from '../time-in-range/stored-choice.ts';
import { Segments } from '../time-in-range/summary/Segments.tsx';
import { AddPerson } from './AddPerson.tsx';
import { CardList } from './cards/CardList.tsx';
import { worstAlarms } from './cards/card-alarm.ts';
import { cardViewOf } from './cards/card-view.ts';
import classes from './cards/cards.module.css';
import { useWearerChanges } from './use-wearer-changes.ts';

/** Without the event stream, glances are at most a minute old (spec §9, as the readings). */
const polledGlances = { ...glancesQuery, refetchInterval: 60_000, refetchIntervalInBackground: false };

/** Everybody whose readings I may see, with the current reading of each (PPL-21). */
export function PeoplePage() {
  useWearerChanges();
  const wearers = useAnswer(useQuery(wearersQuery, accountClient));
  const glances = useAnswer(useQuery(polledGlances, accountClient));
  const [adding, setAdding] = useState(false);
  const [order, setOrder] = useStoredChoice('tealight-people-order', ['by-hand', 'worst-first']);
  const [isEditing, setEditing] = useState(false);
  const all = wearers.data?.wearers ?? [];
  const shown = all.filter(({ isShown }) => isShown);
  return (
    <Page title={peopleText.page}>
      <div className={classes.bar}>
        <h1>{peopleText.page}</h1>
        {shown.length > 1 && (
          <div className={classes.controls}>
            <Segments
              label={peopleText.order.label}
              value={order}
              onChange={(next) => {
                setEditing(false);
                setOrder(next);
              }}
              choices={[
                { value: 'by-hand', label: peopleText.order.byHand },
                { value: 'worst-first', label: peopleText.order.worstFirst },
              ]}
            />
            {order === 'by-hand' && (
              <Button variant="default" size="sm" onClick={() => setEditing(!isEditing)}>
                {isEditing ? peopleText.order.done : peopleText.order.edit}
              </Button>
            )}
          </div>
        )}
        {wearers.data && (
          <Button size="sm" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {peopleText.add}
          </Button>
        )}
      </div>
      {wearers.data && (wearers.isError || glances.isError) && (
        <p role="status" className={classes.offline}>
          {peopleText.offline}
        </p>
      )}
      {wearers.data === undefined &&
        (wearers.isError ? <LoadError onRetry={wearers.refetch} /> : <Waiting />)}
      {wearers.data && shown.length === 0 && (
        <Panel title={peopleText.empty.title}>{peopleText.empty.about}</Panel>
      )}
      {shown.length > 0 &&
        (glances.isPending ? (
          <Waiting />
        ) : (
          <Cards wearers={shown} glances={glances.data ?? []} order={order} isEditing={isEditing} />
        ))}
      {all.length === 1 && shown.length === 1 && (
        <p className={classes.note} style={{ marginTop: '1rem' }}>
          {peopleText.onlyYou}
        </p>
      )}
      <Dialog title={peopleText.addForm.title} opened={adding} onClose={() => setAdding(false)}>
        <AddPerson taken={all.map(({ accent }) => accent)} onClose={() => setAdding(false)} />
      </Dialog>
    </Page>
  );
}

type CardsProps = {
  wearers: readonly ListedWearer[];
  glances: readonly Glance[];
  order: 'by-hand' | 'worst-first';
  isEditing: boolean;
};

function Cards({ wearers, glances, order, isEditing }: CardsProps) {
  const now = useNow();
  const hasAlarms = useHasAlarms();
  const { data: watched = [] } = useQuery({ ...activeAlarmsQuery, enabled: hasAlarms }, accountClient);
  const alarms = worstAlarms(watched, now);
  const views = wearers.map((wearer) => {
    const glance = glances.find(({ id }) => id === wearer.id) ?? null;
    return cardViewOf(wearer, { glance, alarm: alarms.get(wearer.id) ?? null }, now);
  });
  return <CardList views={views} order={order} isEditing={isEditing} now={now} />;
}

function Waiting() {
  return (
    <div className={classes.cards} role="status" aria-label={commonText.loading}>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} height={150} radius="lg" />
      ))}
    </div>
  );
}

import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Panel } from '../../components/Panel.tsx';
import { Pill } from '../../components/Pill.tsx';
import { userQuery } from '../../data/queries.ts';
import { savedChoice } from '../range/saved-choice.ts';
import { useSaveRange } from '../range/use-save-range.ts';
import classes from './dashboard.module.css';
import { RangeForm } from './lazy-panels.ts';
import { RangeList } from './RangeList.tsx';

const title = 'Range Setup';

/** The three setpoints, read or edited; edited as long as they are not set. */
export function RangePanel() {
  const { data: user, isError } = useQuery(userQuery);
  const [editing, setEditing] = useState(false);
  const save = useSaveRange(() => setEditing(false));
  if (user === undefined && !isError) {
    return (
      <Panel title={title}>
        <Skeleton height={220} radius="md" aria-label="Loading" role="status" />
      </Panel>
    );
  }
  const saved = savedChoice(user);
  const { range } = saved;
  if (range !== null && !editing) {
    return (
      <Panel title={title} aside={<EditButton onClick={() => setEditing(true)} />}>
        <RangeList range={range} flash={saved.flash} palette={saved.palette} />
      </Panel>
    );
  }
  const cancel = range !== null && (
    <Button variant="default" onClick={() => setEditing(false)}>
      Cancel
    </Button>
  );
  return (
    <Panel title={title} aside={range === null && <Pill kind="off">Not set</Pill>}>
      <Suspense fallback={<Skeleton height={420} radius="md" />}>
        <RangeForm saved={saved} saveLabel="Save" busy={save.isPending} onSave={save.mutate}>
          {cancel}
        </RangeForm>
      </Suspense>
    </Panel>
  );
}

function EditButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="subtle" size="compact-md" className={classes.flush ?? ''} onClick={onClick}>
      Edit
    </Button>
  );
}

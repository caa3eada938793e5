import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Ref, Suspense, useState } from 'react';
import { LazyWithPreload } from '../../components/LazyWithPreload.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Pill } from '../../components/Pill.tsx';
import { useFocusAfterRender } from '../../components/use-focus-after-render.ts';
import { userQuery } from '../../data/queries.ts';
import { savedChoice } from '../range/saved-choice.ts';
import { useCurrentMgdl } from '../range/use-current-mgdl.ts';
import { useSaveRange } from '../range/use-save-range.ts';
import classes from './dashboard.module.css';
import { rangeForm } from './lazy-panels.ts';
import { RangeList } from './RangeList.tsx';

const title = 'Range Setup';

/** The three setpoints, read or edited; edited as long as they are not set. */
export function RangePanel() {
  const { data: user, isError, refetch } = useQuery(userQuery);
  const mgdl = useCurrentMgdl();
  const [editing, setEditing] = useState(false);
  const edit = useFocusAfterRender<HTMLButtonElement>();
  const close = () => {
    setEditing(false);
    edit.focus();
  };
  const save = useSaveRange(close);
  if (user === undefined) {
    return (
      <Panel title={title}>
        {isError ? (
          <LoadError onRetry={refetch} />
        ) : (
          <Skeleton height={220} radius="md" aria-label="Loading" role="status" />
        )}
      </Panel>
    );
  }
  const saved = savedChoice(user);
  const { range } = saved;
  if (range !== null && !editing) {
    return (
      <Panel title={title} aside={<EditButton button={edit.target} onClick={() => setEditing(true)} />}>
        <RangeList range={range} flash={saved.flash} palette={saved.palette} mgdl={mgdl} />
      </Panel>
    );
  }
  const cancel = range !== null && (
    <Button variant="default" onClick={close}>
      Cancel
    </Button>
  );
  return (
    <Panel title={title} aside={range === null && <Pill kind="off">Not set</Pill>}>
      <Suspense fallback={<Skeleton height={420} radius="md" />}>
        <LazyWithPreload
          component={rangeForm}
          props={{
            ...{ saved, saveLabel: 'Save', busy: save.isPending, mgdl, takesFocus: editing },
            ...{ onSave: save.mutate, children: cancel },
          }}
        />
      </Suspense>
    </Panel>
  );
}

type EditButtonProps = { button: Ref<HTMLButtonElement>; onClick: () => void };

function EditButton({ button, onClick }: EditButtonProps) {
  return (
    <Button ref={button} variant="subtle" size="compact-md" className={classes.flush ?? ''} onClick={onClick}>
      Edit
    </Button>
  );
}

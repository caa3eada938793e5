import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { convertRange } from '@tealight/glucose';
import { type Ref, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useFocusAfterRender } from '../../components/focus/use-focus-after-render.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Pill } from '../../components/Pill.tsx';
import { userQuery } from '../../data/queries.ts';
import { useWearer } from '../../data/wearer/wearers.ts';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';
import { dashboardText } from '../../text/dashboard.ts';
import { wearerText } from '../../text/people/wearer.ts';
import { followersUnit, savedChoice } from '../range/saved-choice.ts';
import { useCurrentMgdl } from '../range/use-current-mgdl.ts';
import { useSaveRange } from '../range/use-save-range.ts';
import classes from './dashboard.module.css';
import { RangeForm } from './lazy-panels.ts';
import { RangeList } from './RangeList.tsx';

/** The three setpoints, read or edited; edited as long as they are not set. */
export function RangePanel() {
  const { data: user, isError, refetch } = useQuery(userQuery);
  const mgdl = useCurrentMgdl();
  const { may, name, listed } = useWearer();
  const [editing, setEditing] = useState(false);
  const edit = useFocusAfterRender<HTMLButtonElement>();
  const close = () => {
    setEditing(false);
    edit.focus();
  };
  const save = useSaveRange(close);
  if (user === undefined) {
    return (
      <Panel title={commonText.panels.range}>
        {isError ? (
          <LoadError onRetry={refetch} />
        ) : (
          <Skeleton height={220} radius="md" aria-label={commonText.loading} role="status" />
        )}
      </Panel>
    );
  }
  const saved = savedChoice(user);
  const { range } = saved;
  const unit = followersUnit(listed);
  if (range !== null && !(editing && may('set-range'))) {
    return (
      <Panel
        title={commonText.panels.range}
        aside={may('set-range') && <EditButton button={edit.target} onClick={() => setEditing(true)} />}
      >
        <RangeList
          range={unit === null ? range : convertRange(range, unit)}
          flash={saved.flash}
          palette={saved.palette}
          mgdl={mgdl}
        />
        {may('get-alarms') && (
          <Anchor component={Link} to={paths.alarms}>
            {dashboardText.range.alarms}
          </Anchor>
        )}
      </Panel>
    );
  }
  if (!may('set-range')) {
    return (
      <Panel title={commonText.panels.range}>
        <Text>{wearerText.range.none({ name: name ?? '' })}</Text>
      </Panel>
    );
  }
  const cancel = range !== null && (
    <Button variant="default" onClick={close}>
      {commonText.cancel}
    </Button>
  );
  return (
    <Panel
      title={commonText.panels.range}
      aside={range === null && <Pill kind="off">{dashboardText.range.notSet}</Pill>}
    >
      <Suspense fallback={<Skeleton height={420} radius="md" />}>
        <RangeForm
          saved={saved}
          unit={unit}
          saveLabel={commonText.save}
          busy={save.isPending}
          mgdl={mgdl}
          takesFocus={editing}
          onSave={save.mutate}
        >
          {cancel}
        </RangeForm>
      </Suspense>
    </Panel>
  );
}

type EditButtonProps = { button: Ref<HTMLButtonElement>; onClick: () => void };

function EditButton({ button, onClick }: EditButtonProps) {
  return (
    <Button ref={button} variant="subtle" size="compact-md" className={classes.flush ?? ''} onClick={onClick}>
      {commonText.edit}
    </Button>
  );
}

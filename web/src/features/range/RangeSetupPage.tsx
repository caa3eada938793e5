import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { LoadError } from '../../components/LoadError.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { userQuery } from '../../data/queries.ts';
import { paths } from '../../paths.ts';
import { RangeForm } from './RangeForm.tsx';
import { savedChoice } from './saved-choice.ts';
import { useCurrentMgdl } from './use-current-mgdl.ts';
import { useSaveRange } from './use-save-range.ts';

/** The third step of the sign-up: the range and its colors. */
export function RangeSetupPage() {
  const navigate = useNavigate();
  const { data: user, isError, refetch } = useQuery(userQuery);
  const mgdl = useCurrentMgdl();
  const save = useSaveRange(() => navigate(paths.dashboard));
  const skip = (
    <Anchor component={Link} to={paths.dashboard}>
      Skip for now
    </Anchor>
  );
  return (
    <Page title="Range setup">
      <Panel title="Range Setup" level={1}>
        <Text c="dimmed" mb="lg">
          Your three setpoints decide the colors. Ask your care team which values suit you.
        </Text>
        {user && (
          <RangeForm
            saved={savedChoice(user)}
            saveLabel="Save and proceed"
            busy={save.isPending}
            mgdl={mgdl}
            onSave={save.mutate}
          >
            {skip}
          </RangeForm>
        )}
        {user === undefined && isError && (
          <Stack>
            <LoadError onRetry={refetch} />
            {skip}
          </Stack>
        )}
        {user === undefined && !isError && (
          <Skeleton height={420} radius="md" aria-label="Loading" role="status" />
        )}
      </Panel>
    </Page>
  );
}

import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { LoadError } from '../../components/LoadError.tsx';
import { useWhileShown } from '../../components/loading/use-while-shown.ts';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { userQuery } from '../../data/queries.ts';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';
import { rangeText } from '../../text/range.ts';
import { RangeForm } from './RangeForm.tsx';
import { savedChoice } from './saved-choice.ts';
import { useCurrentMgdl } from './use-current-mgdl.ts';
import { useSaveRange } from './use-save-range.ts';

/** The third step of the sign-up: the range and its colors. */
export function RangeSetupPage() {
  const navigate = useNavigate();
  const { data: user, isError, refetch } = useQuery(userQuery);
  const mgdl = useCurrentMgdl();
  const save = useSaveRange(useWhileShown(() => navigate(paths.dashboard)));
  const skip = (
    <Anchor component={Link} to={paths.dashboard}>
      {commonText.skipForNow}
    </Anchor>
  );
  return (
    <Page title={rangeText.setup.page}>
      <Panel title={commonText.panels.range} level={1}>
        <Text c="dimmed" mb="lg">
          {rangeText.setup.about}
        </Text>
        {user && (
          <RangeForm
            saved={savedChoice(user)}
            saveLabel={commonText.saveAndProceed}
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
          <Skeleton height={420} radius="md" aria-label={commonText.loading} role="status" />
        )}
      </Panel>
    </Page>
  );
}

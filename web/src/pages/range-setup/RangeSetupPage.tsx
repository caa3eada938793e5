import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { userQuery } from '../../queries.ts';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RangeForm } from '../../ui/RangeForm.tsx';
import { savedChoice } from '../../ui/saved-choice.ts';
import { useSaveRange } from '../../ui/use-save-range.ts';

/** The third step: from where on readings are low or high, and how they glow. */
export function RangeSetupPage() {
  const navigate = useNavigate();
  const { data: user, isError } = useQuery(userQuery);
  const save = useSaveRange(() => navigate(paths.dashboard));
  return (
    <Page title="Range setup">
      <Panel title="Range Setup" level={1}>
        <Text c="dimmed" mb="lg">
          Your three setpoints decide the colours. Ask your care team which values suit you.
        </Text>
        {user || isError ? (
          <RangeForm
            saved={savedChoice(user)}
            saveLabel="Save and proceed"
            busy={save.isPending}
            onSave={save.mutate}
          >
            <Anchor component={Link} to={paths.dashboard}>
              Skip for now
            </Anchor>
          </RangeForm>
        ) : (
          <Skeleton height={420} radius="md" aria-label="Loading" role="status" />
        )}
      </Panel>
    </Page>
  );
}

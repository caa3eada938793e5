import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { saveFollowSettings } from '@tealight/contract';
import { type Unit, units } from '@tealight/glucose';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { CallErrors } from '../../components/forms/FormErrors.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { callDone } from '../../data/call-done.ts';
import { pageLocale } from '../../data/page-locale.ts';
import { userQuery } from '../../data/queries.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { glancesQuery, wearersQuery } from '../../data/wearer/wearers.ts';
import { paths, wearerPath } from '../../paths.ts';
import { joinText } from '../../text/people/join.ts';
import { Segments } from '../time-in-range/summary/Segments.tsx';

/** The only question after an acceptance: the unit (PPL-13). */
export function ChooseUnit({ wearer, wearerName }: { wearer: string; wearerName: string }) {
  const text = joinText.unit;
  const navigate = useNavigate();
  const own = useQuery(userQuery).data?.rangeSetup?.unit;
  const [chosen, setChosen] = useState<Unit | null>(null);
  const unit = chosen ?? own ?? 'mg/dL';
  const save = useMutation({
    mutationFn: () => callDone(saveFollowSettings, { wearer, body: { unit } }),
    onSuccess: async () => {
      await Promise.all([
        accountClient.invalidateQueries(wearersQuery),
        accountClient.invalidateQueries(glancesQuery),
      ]);
      await navigate(wearerPath(wearer), { replace: true });
    },
  });
  return (
    <Page title={joinText.page}>
      <Panel title={text.title({ wearer: wearerName })} level={1}>
        <Stack gap="md" align="flex-start">
          <Text>{text.about}</Text>
          <Segments
            label={text.label}
            value={unit}
            onChange={setChosen}
            choices={units.map((value) => ({ value, label: value }))}
          />
          <CallErrors error={save.error} />
          <Button fullWidth loading={save.isPending} onClick={() => save.mutate()}>
            {text.proceed}
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}

export function Declined({ inviterName }: { inviterName: string }) {
  const text = joinText.declined;
  return (
    <Page title={joinText.page}>
      <Panel title={text.title} level={1}>
        <Text mb="lg">{text.about({ inviter: inviterName })}</Text>
        <Button component={Link} to={paths.dashboard}>
          {text.toStart}
        </Button>
      </Panel>
    </Page>
  );
}

export type HandOverAcceptedProps = { wearerName: string; takesEffectAt: string };

/** A hand-over is accepted, and takes effect later. */
export function HandOverAccepted({ wearerName, takesEffectAt }: HandOverAcceptedProps) {
  const text = joinText.handOver;
  const date = new Date(takesEffectAt).toLocaleString(pageLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <Page title={joinText.page}>
      <Panel title={text.acceptedTitle} level={1}>
        <Text mb="lg">{text.accepted({ wearer: wearerName, date })}</Text>
        <Button component={Link} to={paths.people}>
          {text.toPeople}
        </Button>
      </Panel>
    </Page>
  );
}

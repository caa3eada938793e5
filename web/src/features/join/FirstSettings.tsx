import { Button, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { listWearers, type OwnAlarms, saveFollowSettings, saveOwnAlarms } from '@tealight/contract';
import { type Unit, units } from '@tealight/glucose';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CallErrors } from '../../components/forms/FormErrors.tsx';
import { Loading } from '../../components/LoadError.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { callDone } from '../../data/call-done.ts';
import { alarmsKey } from '../../data/wearer/alarms.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { glancesQuery, wearersQuery } from '../../data/wearer/wearers.ts';
import { wearerPath } from '../../paths.ts';
import { ownAlarmsText } from '../../text/alarms/recipients.ts';
import { commonText } from '../../text/common.ts';
import { joinText } from '../../text/people/join.ts';
import { recipientsQuery } from '../alarms/queries.ts';
import { rankChoices } from '../alarms/recipients/own-values.ts';
import { Segments } from '../time-in-range/summary/Segments.tsx';
import { browserZone } from '../time-in-range/text.ts';

export type FirstSettingsProps = {
  wearer: string;
  wearerName: string;
  /** Whether the invitation came with the right to get alarms. */
  getsAlarms: boolean;
};

/**
 * The unit in which the reader sees the wearer, as the list of people has it after the acceptance; null where it does
 * not. Not `wearersQuery`: that list decides whom the page shows, and draws it again.
 */
const unitQuery = (wearer: string) =>
  queryOptions({
    queryKey: ['first-unit', wearer],
    queryFn: async ({ signal }) =>
      (await call(listWearers, { signal })).wearers.find(({ id }) => id === wearer)?.unit ?? null,
  });

/** The questions after an acceptance: the unit, and for those who get alarms, which and whether on duty (PPL-13). */
export function FirstSettings({ wearer, wearerName, getsAlarms }: FirstSettingsProps) {
  const text = joinText.first;
  const navigate = useNavigate();
  const known = useQuery(unitQuery(wearer), accountClient);
  const [chosenUnit, setUnit] = useState<Unit | null>(null);
  const unit = chosenUnit ?? known.data ?? null;
  const alarms = useQuery({ ...recipientsQuery(wearer), enabled: getsAlarms }, accountClient);
  const [chosen, setChosen] = useState<OwnAlarms | null>(null);
  const saved = alarms.data?.own;
  const own = chosen ?? saved;
  const save = useMutation({
    mutationFn: async () => {
      // What could not be read is not saved over: the unit stays the wearer's, and the alarms as they are.
      if (unit !== null) await callDone(saveFollowSettings, { wearer, body: { unit } });
      if (own !== undefined) {
        await callDone(saveOwnAlarms, { wearer, body: { ...own, timeZone: browserZone() } });
      }
    },
    onSuccess: async () => {
      await Promise.all([
        accountClient.invalidateQueries(wearersQuery),
        accountClient.invalidateQueries(glancesQuery),
        accountClient.invalidateQueries({ queryKey: alarmsKey }),
      ]);
      await navigate(wearerPath(wearer), { replace: true });
    },
  });
  return (
    <Page title={joinText.page}>
      <Panel title={text.title({ wearer: wearerName })} level={1}>
        <Stack gap="lg">
          <Stack gap="xs" align="flex-start">
            <Text fw={600}>{text.unit}</Text>
            {known.isPending ? (
              <Skeleton height={44} aria-label={commonText.loading} role="status" />
            ) : (
              <Segments
                label={text.unit}
                value={unit}
                onChange={setUnit}
                choices={units.map((value) => ({ value, label: value }))}
              />
            )}
          </Stack>
          {getsAlarms &&
            (saved === undefined || own === undefined ? (
              <Loading isError={alarms.isError} refetch={alarms.refetch} height={128} />
            ) : (
              <AlarmFields {...{ own, saved, wearerName }} onChange={setChosen} />
            ))}
          <CallErrors error={save.error} />
          <Button
            fullWidth
            loading={save.isPending}
            disabled={getsAlarms && own === undefined && !alarms.isError}
            onClick={() => save.mutate()}
          >
            {text.proceed}
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}

type AlarmFieldsProps = {
  own: OwnAlarms;
  saved: OwnAlarms;
  wearerName: string;
  onChange: (own: OwnAlarms) => void;
};

function AlarmFields({ own, saved, wearerName, onChange }: AlarmFieldsProps) {
  const text = joinText.first;
  const { label, on, off } = ownAlarmsText.onDuty;
  const { mildestRank } = own;
  return (
    <>
      <NativeSelect
        label={text.alarms({ wearer: wearerName })}
        description={text.alarmsReach}
        value={String(mildestRank.onDuty)}
        data={rankChoices()}
        onChange={({ currentTarget: { value } }) => {
          const rank = Number(value);
          // Off duty never more than on duty, and as it was where the choice allows it.
          const offDuty = Math.min(rank, saved.mildestRank.offDuty);
          onChange({ ...own, mildestRank: { onDuty: rank, offDuty } });
        }}
      />
      {mildestRank.onDuty > 0 && (
        <NativeSelect
          label={label}
          description={text.onDutyLater}
          value={own.onDuty === true ? 'on' : 'off'}
          data={[
            { value: 'on', label: on },
            { value: 'off', label: off },
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ ...own, onDuty: value === 'on' })}
        />
      )}
    </>
  );
}

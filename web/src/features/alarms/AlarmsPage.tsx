import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ChannelKind, type ListedWearer, lampSettings, type Right } from '@tealight/contract';
import { proposedAlarmRules, toMgdl, type Unit } from '@tealight/glucose';
import { useState } from 'react';
import { useFocusAfterRender } from '../../components/focus/use-focus-after-render.ts';
import { LoadError, Loading } from '../../components/LoadError.tsx';
import { Page } from '../../components/Page.tsx';
import { call } from '../../data/call.ts';
import { userQuery } from '../../data/queries.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { nameOf, useWearer, wearersQuery } from '../../data/wearer/wearers.ts';
import { alarmSettingsText as text } from '../../text/alarms/settings.ts';
import { ChannelsPanel } from './channels/ChannelsPanel.tsx';
import { ReachBanner } from './channels/ReachBanner.tsx';
import { AlarmHistory } from './history/AlarmHistory.tsx';
import { alarmSettingsQuery } from './queries.ts';
import { RecipientsPanel } from './recipients/RecipientsPanel.tsx';
import { AlarmSettingsForm } from './settings/AlarmSettingsForm.tsx';
import { initialSettings } from './settings/alarm-values.ts';
import { SimulateUrgentLow } from './settings/SimulateUrgentLow.tsx';
import classes from './settings/settings.module.css';

/** The alarms of the wearer whom the app shows: on or off, their thresholds, whom they reach and how, and those of the last weeks. */
export function AlarmsPage() {
  const { listed, name, may } = useWearer();
  const title = name === null ? text.page : text.pageOf({ name });
  return (
    <Page title={text.page} label={title}>
      <h1 className={classes.title}>{title}</h1>
      {listed === null ? (
        <ListLoading />
      ) : (
        <div className={classes.panels}>
          <Panels key={listed.id} listed={listed} may={may} />
        </div>
      )}
    </Page>
  );
}

type PanelsProps = { listed: ListedWearer; may: (right: Right) => boolean };

function Panels({ listed, may }: PanelsProps) {
  const { id: wearer, unit } = listed;
  const [isFirst, setFirst] = useState(false);
  const [adding, setAdding] = useState<ChannelKind | null>(null);
  const channels = useFocusAfterRender<HTMLHeadingElement>();
  const startPush = () => {
    setAdding('web-push');
    channels.focus();
  };
  const getsAlarms = may('get-alarms');
  return (
    <>
      <ReachBanner takesFocus={isFirst} onStart={startPush} />
      {getsAlarms ? (
        <>
          <Settings {...{ wearer, unit }} mayChange={may('set-range')} onFirstOn={() => setFirst(true)} />
          <RecipientsPanel wearer={wearer} mayAct={may('act')} />
        </>
      ) : (
        <Text>{text.notReached({ name: nameOf(listed) })}</Text>
      )}
      {/* The channels are for the alarms of everybody. */}
      <ChannelsPanel adding={adding} onAdding={setAdding} heading={channels.target} />
      {getsAlarms && <AlarmHistory wearer={wearer} />}
    </>
  );
}

/** Who is known to see one wearer alone gets this page before the list of people is loaded, and also when loading it fails. */
function ListLoading() {
  const { isError, refetch } = useAnswer(useQuery(wearersQuery, accountClient));
  return <Loading {...{ isError, refetch }} height={300} />;
}

type SettingsProps = { wearer: string; unit: Unit; mayChange: boolean; onFirstOn: () => void };

function Settings({ wearer, unit, mayChange, onFirstOn }: SettingsProps) {
  const settings = useQuery(alarmSettingsQuery(wearer), accountClient);
  const user = useQuery(userQuery);
  // Only who may change alarms may read the lamps' night; others see only whether alarms have other numbers at night.
  const lamps = useQuery({
    queryKey: [lampSettings.path],
    queryFn: ({ signal }) => call(lampSettings, { signal }),
    enabled: mayChange,
  });
  // A form never opens over values that could not be read. One that is open stays: saving reads them again.
  const isFailed = [settings, user, lamps].some(({ isError, data }) => isError && data === undefined);
  if (isFailed)
    return (
      <LoadError
        onRetry={() => void Promise.all([settings.refetch(), user.refetch(), mayChange && lamps.refetch()])}
      />
    );
  if (settings.data === undefined || user.data === undefined || (mayChange && lamps.data === undefined))
    return <Loading isError={false} refetch={settings.refetch} height={300} />;
  const saved = settings.data;
  const start = saved.settings ?? proposal(user.data.rangeSetup);
  const hasNight = lamps.data === undefined ? null : lamps.data.night !== null;
  return (
    <>
      {saved.isSimulated && mayChange && <SimulateUrgentLow {...{ wearer, unit }} isOn={saved.isOn} />}
      <AlarmSettingsForm {...{ wearer, unit, saved, start, hasNight, mayChange, onFirstOn }} />
    </>
  );
}

type RangeSetup = { unit: Unit; low: number; high: number } | null | undefined;

/** The first time, alarms at the setpoints are proposed (ALM-4). */
function proposal(range: RangeSetup) {
  if (range == null) return initialSettings;
  const mgdl = (value: number) => (range.unit === 'mg/dL' ? value : toMgdl(value));
  const rules = proposedAlarmRules({ lowMgdl: mgdl(range.low), highMgdl: mgdl(range.high) });
  return { day: rules, night: rules };
}

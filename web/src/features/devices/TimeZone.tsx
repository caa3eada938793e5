import { CallErrors } from '../../components/forms/FormErrors.tsx';
import { devicesText } from '../../text/devices.ts';
import { useSaveSettings, useSettings } from '../time-in-range/settings/use-settings.ts';
import { browserZone } from '../time-in-range/text.ts';
import { TimeZoneLine } from './HoursFields.tsx';

/** The wearer's time zone, which can be changed to the browser's. */
export function TimeZone() {
  const { settings } = useSettings();
  const save = useSaveSettings(() => {});
  if (settings === undefined) return null;
  return (
    <TimeZoneLine
      words={devicesText.lamps}
      zone={settings.timeZone ?? browserZone()}
      busy={save.isPending}
      onChange={(timeZone) => save.mutate({ timeZone })}
    >
      <CallErrors error={save.error} />
    </TimeZoneLine>
  );
}

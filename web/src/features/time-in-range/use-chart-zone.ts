import { useWearer } from '../../data/wearer/wearers.ts';
import { browserZone } from './text.ts';

/**
 * The clock of charts and lists of times: undefined for this device's own, else the IANA name of the wearer's zone,
 * which differs and is said to (PPL-22). Who sees nobody but themselves goes by the device that they carry.
 */
export function useChartZone(): string | undefined {
  const { name, listed } = useWearer();
  const zone = name === null ? null : listed?.timeZone;
  return zone === null || zone === undefined || zone === browserZone() ? undefined : zone;
}

import type { CurrentUser, ListedWearer } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import type { RangeFormProps } from './RangeForm.tsx';

/** The saved range, flash and palette of the user, or the defaults. */
export function savedChoice(user: CurrentUser | undefined): RangeFormProps['saved'] {
  const { highFlash = false, lowFlash = false, palette = 'classic' } = user?.userSettings ?? {};
  return { range: user?.rangeSetup ?? null, flash: { high: highFlash, low: lowFlash }, palette };
}

/** The unit of a reader who is not the owner (PPL-22); null for the owner, who sees the range as it is saved. */
export const followersUnit = (listed: ListedWearer | null): Unit | null =>
  listed === null || listed.role === 'owner' ? null : listed.unit;

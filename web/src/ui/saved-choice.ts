import type { CurrentUser } from '@tealight/contract';
import type { RangeFormProps } from './RangeForm.tsx';

/** What the wearer has saved of range, flashes and palette; nothing yet where the user is not known. */
export function savedChoice(user: CurrentUser | undefined): RangeFormProps['saved'] {
  const { highFlash = false, lowFlash = false, palette = 'classic' } = user?.userSettings ?? {};
  return { range: user?.rangeSetup ?? null, flash: { high: highFlash, low: lowFlash }, palette };
}

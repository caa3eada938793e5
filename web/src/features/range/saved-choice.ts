import type { CurrentUser } from '@tealight/contract';
import type { RangeFormProps } from './RangeForm.tsx';

/** The saved range, flash and palette of the user, or the defaults. */
export function savedChoice(user: CurrentUser | undefined): RangeFormProps['saved'] {
  const { highFlash = false, lowFlash = false, palette = 'classic' } = user?.userSettings ?? {};
  return { range: user?.rangeSetup ?? null, flash: { high: highFlash, low: lowFlash }, palette };
}

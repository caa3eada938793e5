import { selectWearer } from '@tealight/contract';
import { call } from '../call.ts';
import { connectionQuery, readingsQuery } from '../wearer-queries.ts';
import { accountClient, queryClient, replaceQueryClient } from './query-clients.ts';
import { onShownWearer, shownWearer, showWearer } from './shown-wearer.ts';
import { glancesQuery, wearersQuery } from './wearers.ts';

let { page, id } = shownWearer();

// Before the page is drawn again: it was imported before anything that draws.
onShownWearer(() => {
  const shown = shownWearer();
  if (shown.page === page) return;
  const isOther = shown.id !== id;
  ({ page, id } = shown);
  replaceQueryClient();
  if (shown.isLost) return forget(id);
  if (!isOther) return;
  fillFromGlance();
  const list = accountClient.getQueryData(wearersQuery.queryKey);
  // Somebody new, who has been added or accepted since.
  if (!list?.wearers.some((wearer) => wearer.id === id)) void accountClient.invalidateQueries(wearersQuery);
});

/** What the lists say of a wearer goes, too; they are asked for again. */
function forget(lost: string | null): void {
  accountClient.setQueryData(
    wearersQuery.queryKey,
    (list) => list && { ...list, wearers: list.wearers.filter((wearer) => wearer.id !== lost) },
  );
  accountClient.setQueryData(glancesQuery.queryKey, (glances) => glances?.filter((one) => one.id !== lost));
  void accountClient.invalidateQueries();
}

/** A wearer who was seen at a glance is drawn at once, and asked for again: there is no blank page between two wearers. */
function fillFromGlance(): void {
  const glance = accountClient.getQueryData(glancesQuery.queryKey)?.find((one) => one.id === id);
  if (glance === undefined) return;
  const { reading, unit, connection } = glance;
  const isOld = { updatedAt: 1 };
  const readings = { unit, currentCgmReading: reading, previousCgmReading: null };
  queryClient.setQueryData(readingsQuery.queryKey, readings, isOld);
  queryClient.setQueryData(connectionQuery.queryKey, connection, isOld);
}

/** Shows a wearer on this page, and in the next session. Where the right has ended, the page says so. */
export function chooseWearer(chosen: string): void {
  showWearer(chosen);
  void call(selectWearer, { wearer: chosen }).catch(() => undefined);
}

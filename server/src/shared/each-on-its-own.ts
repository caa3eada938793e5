import { StoreUnavailable } from './store-unavailable.ts';

/**
 * Does `work` for one item after the other. What fails for one keeps it from no other, except when the database does not
 * work at all. Throws the first error at the end.
 */
export async function eachOnItsOwn<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Whether both hold the same, in the same order. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Of the values of a form, those that differ from what it began with: what is not touched is not sent. */
export function changedIn<Values extends object>(first: Values, now: Values): Partial<Values> {
  const names = Object.keys(now) as (keyof Values)[];
  const changed = names.filter((name) => !isSame(first[name], now[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]])) as Partial<Values>;
}

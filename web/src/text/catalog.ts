/**
 * One feature's sentences: whole ones, each in one place, values as named arguments. A part that the page draws
 * in its own way is marked like `Read <guide>the guide</guide> first.`, for the component `Sentence`.
 * A translation has the same shape; so components read a sentence when they draw, never when a module loads.
 */
export type Catalog = {
  readonly [name: string]: string | ((values: never) => string) | Catalog;
};

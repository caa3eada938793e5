import { Fragment, type ReactNode } from 'react';

/** The names of the parts that a sentence marks: `'guide'` of `Read <guide>the guide</guide> first.` */
type PartNames<Text extends string> = string extends Text
  ? string
  : Text extends `${string}<${infer Name}>${infer Rest}`
    ? (Name extends `/${string}` ? never : Name) | PartNames<Rest>
    : never;

type SentenceProps<Text extends string> = {
  text: Text;
  /** How each marked part is drawn, given its words. */
  parts: { readonly [Name in PartNames<Text>]: (words: string) => ReactNode };
};

/** A whole sentence of a catalog whose marked parts are links, emphasis or code; the words stay one sentence for translators. */
export function Sentence<const Text extends string>({ text, parts }: SentenceProps<Text>) {
  const drawings: Readonly<Record<string, ((words: string) => ReactNode) | undefined>> = parts;
  // Odd places hold a name and its words: before, name, words, between, name, words, after.
  const pieces = text.split(/<([a-z][A-Za-z]*)>(.*?)<\/\1>/s);
  return pieces.map((piece, place) => {
    if (place % 3 === 1) return null;
    const draw = place % 3 === 2 ? drawings[pieces[place - 1] ?? ''] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence do not change places.
    return <Fragment key={place}>{draw ? draw(piece) : piece}</Fragment>;
  });
}

/** The first `limit` code points of a text; one that is longer ends with `…`. A character is never cut in two. */
export function cutText(text: string, limit: number): string {
  // A text has at most as many code points as code units.
  if (text.length <= limit) return text;
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`;
}

/** How many lines are kept (requirement HUB-3). */
export const LOG_LINES = 50;

/** One line more; of too many the oldest go. */
export function withLine(lines: readonly string[], text: string, now: Date): readonly string[] {
  return [...lines, `${now.toISOString().slice(11, 19)} ${text}`].slice(-LOG_LINES);
}

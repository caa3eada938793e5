/** Minutes after midnight as a field for times has them: `07:05`. */
export function timeText(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** The minutes after midnight of a time that is typed; null where it is missing. */
export function minuteOfTime(text: string): number | null {
  const match = /^(\d{2}):(\d{2})/.exec(text);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

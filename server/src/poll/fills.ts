/**
 * Histories that are read and written at a time: one of a reading a minute, ninety days long, takes some 30 MB while
 * it is under way. Own choice.
 */
const AT_ONCE = 6;

export type Fills = ReturnType<typeof openFills>;

/** Counts the histories that this process is reading. */
export function openFills() {
  let underWay = 0;
  return {
    /** Whether one more may begin; then `giveBack` ends it. */
    take(): boolean {
      if (underWay >= AT_ONCE) return false;
      underWay += 1;
      return true;
    },
    giveBack(): void {
      underWay -= 1;
    },
  };
}

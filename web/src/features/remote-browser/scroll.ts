type ScrollDelta = { right: number; down: number };

/**
 * Wheel events arrive faster than they can be sent: those that arrive during a call are added up and sent together
 * after it.
 */
export function mergeScrolls<At>(
  send: (delta: ScrollDelta, at: At) => Promise<void>,
): (delta: ScrollDelta, at: At) => void {
  let waiting: { delta: ScrollDelta; at: At } | null = null;
  let busy = false;
  const sendAll = async () => {
    busy = true;
    while (waiting !== null) {
      const { delta, at } = waiting;
      waiting = null;
      await send(delta, at);
    }
    busy = false;
  };
  return ({ right, down }, at) => {
    const { delta } = waiting ?? { delta: { right: 0, down: 0 } };
    waiting = { delta: { right: delta.right + right, down: delta.down + down }, at };
    if (!busy) void sendAll();
  };
}

type Turn = { right: number; down: number };

/**
 * Turns of a wheel come faster than they can be sent: those that come while one is under way are added up and sent
 * together after it.
 */
export function rollerOf<At>(send: (turn: Turn, at: At) => Promise<void>): (turn: Turn, at: At) => void {
  let waiting: { turn: Turn; at: At } | null = null;
  let busy = false;
  const sendAll = async () => {
    busy = true;
    while (waiting !== null) {
      const { turn, at } = waiting;
      waiting = null;
      await send(turn, at);
    }
    busy = false;
  };
  return ({ right, down }, at) => {
    const { turn } = waiting ?? { turn: { right: 0, down: 0 } };
    waiting = { turn: { right: turn.right + right, down: turn.down + down }, at };
    if (!busy) void sendAll();
  };
}

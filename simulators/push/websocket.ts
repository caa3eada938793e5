import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A connection that carries texts, as much of RFC 6455 as a test needs: no fragments, no extensions. */
export type TextSocket = {
  send(text: string): void;
  close(): void;
};

type Listener = { onText(text: string): void; onClose(): void };

/** RFC 6455 §1.3. */
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
/** Longer frames have a length of eight bytes, which nothing here needs. */
const MAX_FRAME_BYTES = 65_535;

/** Accepts a WebSocket, with the first subprotocol that the client names. */
export function acceptWebSocket(request: IncomingMessage, socket: Duplex, listener: Listener): TextSocket {
  const key = request.headers['sec-websocket-key'] ?? '';
  const protocol = request.headers['sec-websocket-protocol']?.split(',')[0]?.trim();
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${createHash('sha1')
      .update(key + MAGIC)
      .digest('base64')}`,
    ...(protocol ? [`Sec-WebSocket-Protocol: ${protocol}`] : []),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let waiting = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (let frame = firstFrame(waiting); frame !== null; frame = firstFrame(waiting)) {
      waiting = waiting.subarray(frame.bytes);
      if (frame.opcode === TEXT) listener.onText(frame.payload.toString());
      else if (frame.opcode === PING) socket.write(frameOf(PONG, frame.payload));
      else if (frame.opcode === CLOSE) socket.end(frameOf(CLOSE, frame.payload));
      else if (frame.opcode !== PONG) socket.destroy();
    }
  });
  socket.on('error', () => socket.destroy());
  socket.once('close', () => listener.onClose());
  return { send: (text) => socket.write(frameOf(TEXT, Buffer.from(text))), close: () => socket.destroy() };
}

type Frame = { opcode: number; payload: Buffer; bytes: number };

/** The first frame of what has arrived; null while it is not complete. Every frame of a client is masked. */
function firstFrame(bytes: Buffer): Frame | null {
  if (bytes.length < 2) return null;
  const short = bytes.readUInt8(1) & 0x7f;
  if (short > 126) throw new RangeError('A frame is too long');
  const start = short === 126 ? 8 : 6;
  if (bytes.length < start) return null;
  const length = short === 126 ? bytes.readUInt16BE(2) : short;
  if (bytes.length < start + length) return null;
  const mask = bytes.subarray(start - 4, start);
  const payload = Buffer.from(bytes.subarray(start, start + length));
  for (const [index, byte] of payload.entries()) payload[index] = byte ^ (mask[index % 4] ?? 0);
  return { opcode: bytes.readUInt8(0) & 0x0f, payload, bytes: start + length };
}

function frameOf(opcode: number, payload: Buffer): Buffer {
  if (payload.length > MAX_FRAME_BYTES) throw new RangeError('A frame is too long');
  const isShort = payload.length < 126;
  const head = Buffer.alloc(isShort ? 2 : 4);
  head.writeUInt8(0x80 | opcode, 0);
  head.writeUInt8(isShort ? payload.length : 126, 1);
  if (!isShort) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

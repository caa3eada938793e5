/** A PUBLISH of quality 0 as bytes. Source: MQTT 3.1.1, 3.3. */
export function publishPacket({
  topic,
  payload,
  retain,
}: {
  topic: string;
  payload: string;
  retain: boolean;
}): Buffer {
  const topicBytes = Buffer.byteLength(topic);
  const length = 2 + topicBytes + Buffer.byteLength(payload);
  const head = [retain ? 0x31 : 0x30];
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    head.push(rest < 128 ? rest : (rest % 128) + 128);
    if (rest < 128) break;
  }
  const packet = Buffer.allocUnsafe(head.length + length);
  packet.set(head);
  let at = packet.writeUInt16BE(topicBytes, head.length);
  at += packet.write(topic, at);
  packet.write(payload, at);
  return packet;
}

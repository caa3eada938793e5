/** [HubProtocol: JSON Encoding] the number in a record's `type`. Ack and Sequence (8, 9) belong to stateful reconnect. */
export const MESSAGE_TYPE = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
} as const;

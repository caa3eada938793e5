import { Text } from '@mantine/core';
import { messagesOf } from '../../data/call-failed.ts';

/** What went wrong with a form as a whole, each message in a line of its own. Screen readers announce it. */
export function FormErrors({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <div role="alert">
      {messages.map((message) => (
        <Text key={message} c="var(--mantine-color-error)" fw={500}>
          {message}
        </Text>
      ))}
    </div>
  );
}

/** The same for the error of a call; nothing without one. */
export function CallErrors({ error }: { error: unknown }) {
  return <FormErrors messages={error === null || error === undefined ? [] : messagesOf(error)} />;
}

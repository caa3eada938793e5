import { Text } from '@mantine/core';
import { type ConnectionStatus, sourceName } from '@tealight/contract';
import { dashboardText } from '../../../text/dashboard.ts';

/** Whether the source itself answers, with or without readings. */
export const sourceAnswers = ({ state, connectionType }: ConnectionStatus): boolean =>
  connectionType !== 'none' && (state === 'checking' || state === 'fine' || state === 'silent');

/** Names the source as long as it answers. */
export function SourceLine({ connection }: { connection: ConnectionStatus }) {
  if (!sourceAnswers(connection)) return null;
  return (
    <Text c="dimmed" size="sm">
      {dashboardText.connection.connectedTo({ source: sourceName(connection.connectionType) })}
    </Text>
  );
}

import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../components/LoadError.tsx';
import { brokerOf } from './broker.ts';
import { pairingQuery } from './device-address.ts';

/** Where the MQTT broker is, as the server says: it need not be the address of this page. */
export function MqttBroker() {
  const { data, isError, refetch } = useQuery(pairingQuery);
  if (data === undefined) {
    return isError ? (
      <LoadError onRetry={refetch} />
    ) : (
      <Skeleton height={24} aria-label="Loading" role="status" />
    );
  }
  if (data.mqtt === null) {
    return (
      <Text size="sm" c="dimmed">
        This server has no MQTT broker.
      </Text>
    );
  }
  const { host, port, isTls } = brokerOf(data.mqtt);
  return (
    <Text size="sm" c="dimmed">
      Broker: <b>{host}</b>
      {port !== null && (
        <>
          , port <b>{port}</b>
        </>
      )}
      {isTls && ', with TLS'}
    </Text>
  );
}

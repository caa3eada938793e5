import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { type DeviceAddress, useDeviceAddress } from './device-address.ts';
import { QrCode } from './QrCode.tsx';

/** The QR code that opens the lamp on another screen, and what that screen can do at this address. */
export function LampCode({ lamp }: { lamp: string }) {
  const address = useDeviceAddress();
  if (address === undefined) return <Skeleton height={300} aria-label="Loading" role="status" />;
  const url = new URL(lamp, address.origin);
  return (
    <Stack gap="md">
      <Reach address={address} />
      <QrCode text={url.href} />
      <Text size="sm" ta="center" fw={500}>
        {url.host}
        {url.pathname}
      </Text>
      <Text size="sm" c="dimmed">
        Point the camera of a phone or tablet at it. Anyone who sees it can show your current reading and its
        color, and nothing else.
      </Text>
    </Stack>
  );
}

function Reach({ address: { reach } }: { address: DeviceAddress }) {
  if (reach === 'secure') return null;
  if (reach === 'none') {
    return (
      <Alert color="gray" title="This works on this computer only" role="note">
        Other screens cannot reach this address. Start Tealight with <b>npm start -- --lan</b> to use them.
      </Alert>
    );
  }
  return (
    <Alert color="gray" title="Without HTTPS" role="note">
      At this address browsers let the screen sleep, and do not install the lamp or open it offline.{' '}
      <Anchor component={Link} to={`${paths.help}/devices#https`} inherit>
        How to add HTTPS
      </Anchor>
    </Alert>
  );
}

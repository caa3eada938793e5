import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { whatCodeOpens } from '@tealight/contract';
import { Link } from 'react-router';
import { QrCode } from '../../components/content/QrCode.tsx';
import { Loading } from '../../components/LoadError.tsx';
import { paths } from '../../paths.ts';
import { devicesText } from '../../text/devices.ts';
import { Sentence } from '../../text/Sentence.tsx';
import { type DeviceAddress, useDeviceAddress } from './device-address.ts';

/** The QR code that opens the lamp on another screen, and what that screen can do at this address. */
export function LampCode({ lamp }: { lamp: string }) {
  const { address, isError, refetch } = useDeviceAddress();
  if (address === undefined) return <Loading {...{ isError, refetch }} height={300} />;
  const url = new URL(lamp, address.origin);
  return (
    <Stack gap="md">
      <Reach address={address} />
      <QrCode text={url.href} label={devicesText.qr.image} />
      <Text size="sm" ta="center" fw={500}>
        {url.host}
        {url.pathname}
      </Text>
      <Text size="sm" c="dimmed">
        {devicesText.qr.howToScan({ whatCodeOpens })}
      </Text>
    </Stack>
  );
}

function Reach({ address: { reach } }: { address: DeviceAddress }) {
  if (reach === 'secure') return null;
  if (reach === 'none') {
    return (
      <Alert color="gray" title={devicesText.qr.onlyHereTitle} role="note">
        <Sentence text={devicesText.qr.onlyHere} parts={{ command: (words) => <b>{words}</b> }} />
      </Alert>
    );
  }
  return (
    <Alert color="gray" title={devicesText.qr.noHttpsTitle} role="note">
      <Sentence
        text={devicesText.qr.noHttps}
        parts={{
          guide: (words) => (
            <Anchor component={Link} to={`${paths.help}/devices#https`} inherit>
              {words}
            </Anchor>
          ),
        }}
      />
    </Alert>
  );
}

import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { QrImage } from '../../../../components/content/QrImage.tsx';
import { addChannelText } from '../../../../text/alarms/channels.ts';
import { ntfyAppLink } from './channel-form.ts';

/** How the phone gets the topic: a link on the phone, a QR code from another screen, or typed by hand. */
export function NtfySubscribe({ server, topic }: { server: string; topic: string }) {
  const text = addChannelText.ntfy;
  const [showsQr, setShowsQr] = useState(false);
  const link = ntfyAppLink(server, topic);
  return (
    <div>
      <Text mb="xs">{text.subscribe}</Text>
      {link !== null && (
        <Group gap={8}>
          <Anchor href={link}>{text.open}</Anchor>
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={showsQr}
            onClick={() => setShowsQr(!showsQr)}
          >
            {showsQr ? text.hideQr : text.showQr}
          </Button>
        </Group>
      )}
      {showsQr && link !== null && <QrImage text={link} label={text.qr} mt={12} />}
    </div>
  );
}

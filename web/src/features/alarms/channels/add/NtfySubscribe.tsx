import { Anchor, Button, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../../components/loading/lazy-component.tsx';
import { addChannelText } from '../../../../text/alarms/channels.ts';
import classes from '../channels.module.css';
import { ntfyAppLink } from './channel-form.ts';

/** With the encoder. */
const QrCode = lazyComponent(async () => (await import('../../../devices/QrCode.tsx')).QrCode);

/** How the phone gets the topic: a link on the phone, a QR code from another screen, or typed by hand. */
export function NtfySubscribe({ server, topic }: { server: string; topic: string }) {
  const text = addChannelText.ntfy;
  const [showsQr, setShowsQr] = useState(false);
  const link = ntfyAppLink(server, topic);
  return (
    <div>
      <Text mb="xs">{text.subscribe}</Text>
      {link !== null && (
        <div className={classes.actions}>
          <Anchor href={link}>{text.open}</Anchor>
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={showsQr}
            onClick={() => setShowsQr(!showsQr)}
          >
            {showsQr ? text.hideQr : text.showQr}
          </Button>
        </div>
      )}
      {showsQr && link !== null && (
        <div className={classes.qr}>
          <Suspense>
            <QrCode text={link} label={text.qr} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

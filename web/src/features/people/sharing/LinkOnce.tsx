import { Button, CopyButton, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../components/loading/lazy-component.tsx';
import { sharingText } from '../../../text/people/sharing.ts';
import classes from '../manage.module.css';

/** With the encoder. */
export const QrCode = lazyComponent(async () => (await import('../../devices/QrCode.tsx')).QrCode);

export type LinkOnceProps = {
  link: string;
  /** What it is and whom it is for. */
  about: string;
  /** What screen readers say of the QR code. */
  qrLabel: string;
  onDone: () => void;
};

/** A link with a secret that is shown once: to copy, or as a QR code. */
export function LinkOnce({ link, about, qrLabel, onDone }: LinkOnceProps) {
  const text = sharingText.once;
  const [showsQr, setShowsQr] = useState(false);
  return (
    <div className={classes.inner} role="status">
      <div>
        <Text fw={500}>{about}</Text>
        <Text size="sm" c="dimmed">
          {text.note}
        </Text>
      </div>
      <code className={classes.link}>{link}</code>
      <div className={classes.actions}>
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button
              onClick={copy}
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            >
              {copied ? text.copied : text.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" aria-expanded={showsQr} onClick={() => setShowsQr(!showsQr)}>
          {showsQr ? text.hideQr : text.showQr}
        </Button>
        <Button variant="default" onClick={onDone}>
          {text.done}
        </Button>
      </div>
      {showsQr && (
        <div className={classes.qr}>
          <Suspense>
            <QrCode text={link} label={qrLabel} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

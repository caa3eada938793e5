import { Button } from '@mantine/core';
import { useState } from 'react';
import { QrImage } from '../../../components/content/QrImage.tsx';
import { ShownOnce } from '../../../components/content/ShownOnce.tsx';
import { sharingText } from '../../../text/people/sharing.ts';

export type LinkOnceProps = {
  /** Null: it opens nothing any more. */
  link: string | null;
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
  const toggle = (
    <Button variant="default" aria-expanded={showsQr} onClick={() => setShowsQr(!showsQr)}>
      {showsQr ? text.hideQr : text.showQr}
    </Button>
  );
  return (
    <ShownOnce value={link} about={about} words={text} mt="md" action={toggle} onDone={onDone}>
      {link !== null && showsQr && <QrImage text={link} label={qrLabel} />}
    </ShownOnce>
  );
}

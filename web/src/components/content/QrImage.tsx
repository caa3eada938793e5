import { Box, type BoxProps } from '@mantine/core';
import { Suspense } from 'react';
import { lazyComponent } from '../loading/lazy-component.tsx';
import type { QrCodeProps } from './QrCode.tsx';

/** With the encoder. */
const QrCode = lazyComponent(async () => (await import('./QrCode.tsx')).QrCode);

/** A QR code that was asked for, at a size that cameras read well. It is loaded when it is shown. */
export const QrImage = ({ text, label, mt = 0 }: QrCodeProps & Pick<BoxProps, 'mt'>) => (
  <Box w="min(100%, 18rem)" mt={mt} mx="auto">
    <Suspense>
      <QrCode text={text} label={label} />
    </Suspense>
  </Box>
);

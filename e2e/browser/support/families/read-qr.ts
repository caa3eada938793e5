import { expect, type Locator } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';

/** What a QR code on the screen says, read from a picture of it, as the camera of a phone would. */
export async function readQr(code: Locator): Promise<string> {
  await expect(code).toBeVisible();
  const picture = sharp(await code.screenshot()).ensureAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const read = jsQR.default(new Uint8ClampedArray(data), info.width, info.height);
  if (read === null) throw new Error('The picture has no readable QR code');
  return read.data;
}

import { MAX_PHOTO_BYTES, problems } from '@tealight/contract';
import { accountText } from '../../text/account.ts';

/** Why a file cannot be the photo; null when it can. The browser decodes it, so that no image is sent for nothing. */
export async function photoErrorOf(file: File): Promise<string | null> {
  if (file.size > MAX_PHOTO_BYTES)
    return accountText.photo.tooLarge({ megabytes: MAX_PHOTO_BYTES / 1024 / 1024 });
  try {
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return problems['no-image'].title;
  }
}

import { PHOTO_MAX_BYTES, problems } from '@tealight/contract';

/** Why a file cannot be the photo; null when it can. The browser decodes it, so that no image is sent for nothing. */
export async function photoErrorOf(file: File): Promise<string | null> {
  if (file.size > PHOTO_MAX_BYTES) return 'The photo is larger than 10 MB: choose a smaller one';
  try {
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return problems['no-image'].title;
  }
}

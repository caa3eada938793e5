/** Edge of the square photo, in pixels (requirement ACC-2). */
export const SQUARE_PX = 256;
/** Larger pictures are rejected by their header: small to send, huge to decode. Phones take 12 megapixels. */
export const MAX_PIXELS = 16_000_000;

/** The formats of stored originals. */
export type Format = 'jpeg' | 'png' | 'webp' | 'gif';

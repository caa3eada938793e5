/** Edge of the square photo, in pixels (requirement ACC-2). */
export const SQUARE_PX = 256;
/** Larger pictures are refused by their first bytes: small to send, huge to decode. Phones make 12 megapixels. */
export const MOST_PIXELS = 16_000_000;

/** How an original is kept. */
export type Format = 'jpeg' | 'png' | 'webp' | 'gif';

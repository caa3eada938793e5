/** Browser features that no page of Tealight uses are off, also for embedded content. */
const permissions = {
  // A lamp keeps the screen awake, is full-screen and may play sound; a page copies the connection code.
  allowed: ['autoplay', 'clipboard-write', 'fullscreen', 'screen-wake-lock'],
  denied: [
    ...['accelerometer', 'camera', 'display-capture', 'encrypted-media', 'geolocation'],
    ...['gyroscope', 'hid', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment'],
    ...['publickey-credentials-get', 'serial', 'usb', 'xr-spatial-tracking'],
  ],
} as const;

/** [RFC 6797 §6.1] A year, as browsers require for their preload lists. */
const HSTS = 'max-age=31536000; includeSubDomains';

/**
 * Security headers for every response. Pages replace the content security policy with
 * their own, which has a nonce; other responses allow nothing.
 *
 * `publicUrl`: the HSTS header is sent only if it is https.
 * Source: OWASP HTTP Headers Cheat Sheet; Permissions Policy, W3C.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const { allowed, denied } = permissions;
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': [
      ...allowed.map((name) => `${name}=(self)`),
      ...denied.map((name) => `${name}=()`),
    ].join(', '),
    'referrer-policy': 'no-referrer',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': HSTS }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

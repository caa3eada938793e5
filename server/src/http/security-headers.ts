/** What no page of Tealight uses is off for it and for whatever it might be tricked into showing. */
const permissions = {
  // A lamp stays awake, fills the screen, and may sound; a page copies the connection code.
  allowed: ['autoplay', 'clipboard-write', 'fullscreen', 'screen-wake-lock'],
  denied: [
    ...['accelerometer', 'camera', 'display-capture', 'encrypted-media', 'geolocation'],
    ...['gyroscope', 'hid', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment'],
    ...['publickey-credentials-get', 'serial', 'usb', 'xr-spatial-tracking'],
  ],
} as const;

/** [RFC 6797 §6.1] A year, as browsers ask of sites that are always reached by https. */
const HSTS = 'max-age=31536000; includeSubDomains';

/**
 * The headers that keep browsers from doing harm with an answer, for every answer. Pages bring a content policy of
 * their own, with a nonce; an answer that is no page may do nothing at all.
 *
 * `publicUrl`: only where it is https browsers get the HSTS header.
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

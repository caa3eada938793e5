/** Searched in this order: headers of earlier ones also contain later names. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (list: readonly (readonly [RegExp, string])[], agent: string) =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/** A browser or app as people know it: “Firefox on Linux”. Without versions, so that it stays the same one. */
export function deviceName(userAgent: string | undefined): string {
  const agent = userAgent ?? '';
  const browser = nameIn(browsers, agent) ?? agent.match(/^[A-Za-z][\w.-]{1,30}/)?.[0] ?? 'An app';
  const system = nameIn(systems, agent);
  return system === undefined ? browser : `${browser} on ${system}`;
}

/**
 * Features that are switched off. Chromium reads the last list alone, so this one repeats from Playwright's what pages
 * like these need.
 */
const disabledFeatures = [
  // Two pages of the address bar, which nobody sees: 40 MB and 800 files for each window.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  // Addresses stay as they are; the test sites have no TLS.
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  // The sign-in goes through several hosts that share cookies.
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  // Playwright waits for what these would change.
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding'],
  // Requests of the browser's own, and what nobody can use here.
  ...['AimEnabled', 'PreconnectToSearch', 'OptimizationHints', 'NetworkTimeServiceQuerying'],
  ...['MediaRouter', 'LensOverlay'],
];

/** The flags of a Chromium whose pages reach these hosts alone. */
export const chromiumFlags = (hosts: readonly string[]): string[] => [
  // Blocks every other host for all requests of a page: redirects, sockets, workers and IP addresses included.
  `--host-resolver-rules=${['MAP * ~NOTFOUND', ...hosts.map((host) => `EXCLUDE ${host}`)].join(' , ')}`,
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-blink-features=AutomationControlled',
  '--disk-cache-size=1',
  '--disable-gpu',
  '--mute-audio',
  `--disable-features=${disabledFeatures.join(',')}`,
];

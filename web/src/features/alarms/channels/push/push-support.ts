/** What this browser allows; `not-installed`: an iPhone or iPad where the app is not on the Home Screen. */
export type PushSupport = 'insecure' | 'not-installed' | 'unsupported' | 'blocked' | 'not-asked' | 'allowed';

/** What is known of a browser before it is asked for anything. */
export type BrowserFacts = {
  isSecure: boolean;
  hasPush: boolean;
  isApple: boolean;
  isInstalled: boolean;
  permission: NotificationPermission;
};

/** Source: Safari has push only for apps on the Home Screen, from iOS 16.4 on (WebKit, 2023). */
export function pushSupportOf({
  isSecure,
  hasPush,
  isApple,
  isInstalled,
  permission,
}: BrowserFacts): PushSupport {
  if (!isSecure) return 'insecure';
  if (!hasPush) return isApple && !isInstalled ? 'not-installed' : 'unsupported';
  if (permission === 'denied') return 'blocked';
  return permission === 'granted' ? 'allowed' : 'not-asked';
}

/** The facts of this browser. Asks the person nothing. */
export function browserFacts(): BrowserFacts {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return {
    isSecure: window.isSecureContext,
    hasPush,
    isApple: isAppleMobile(navigator),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    permission: hasPush ? Notification.permission : 'default',
  };
}

/** An iPad presents itself as a Mac; no Mac has a touch screen. */
const isAppleMobile = ({ userAgent, maxTouchPoints = 0 }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>) =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** The browser and the system, as `User-Agent` names them; null for what it does not. */
export function browserName(userAgent: string): { browser: string | null; system: string | null } {
  const found = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return { browser: found(browsers), system: found(systems) };
}

// Most browsers name Chrome and Safari, too: the more special ones are first.
const browsers = [
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const;
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

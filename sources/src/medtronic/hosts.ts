/** Where the vendor's app finds out about everything else. */
export const CARELINK_URL = 'https://clcloud.minimed.eu';

const own = ['minimed.eu', 'minimed.com'];

/**
 * Who serves the captcha and the looks of the vendor's sign-in page: Google's reCAPTCHA, Arkose, and the shelf of
 * Auth0, which runs the page. Only parts of a page come from there, never a page.
 */
const ofItsParts = [
  'www.google.com/recaptcha/',
  'www.gstatic.com/recaptcha/',
  'www.recaptcha.net/recaptcha/',
  'www.gstatic.cn/recaptcha/',
  'fonts.gstatic.com/',
  'fonts.googleapis.com/',
  'cdn.auth0.com/',
  'client-api.arkoselabs.com/',
  'medtronic-api.arkoselabs.com/',
];

/** Which addresses are the vendor's. */
export type Hosts = {
  names: readonly string[];
  isOwn: (url: URL) => boolean;
  mayLoad: (url: URL) => boolean;
};

/** The vendor's hosts; with another `base` than the real one, that base's host counts as the vendor's too. */
export function hostsOf(base: string): Hosts {
  const other = base === CARELINK_URL ? null : new URL(base);
  const isOwn = ({ protocol, hostname }: URL) =>
    (protocol === 'https:' && own.some((name) => hostname === name || hostname.endsWith(`.${name}`))) ||
    (protocol === other?.protocol && hostname === other.hostname);
  const isPart = ({ protocol, host, pathname }: URL) =>
    protocol === 'https:' && ofItsParts.some((part) => `${host}${pathname}`.startsWith(part));
  const names = [
    ...own.flatMap((name) => [name, `*.${name}`]),
    ...new Set(ofItsParts.map((part) => part.slice(0, part.indexOf('/')))),
    ...(other === null ? [] : [other.hostname]),
  ];
  return { names, isOwn, mayLoad: (url) => isOwn(url) || isPart(url) };
}

import { medtronic } from './descriptor.ts';

const DISCOVERY_URL = medtronic.settings.address.default;

const vendorDomains = ['minimed.eu', 'minimed.com'];

/**
 * Hosts of the captcha and the styles of the vendor's sign-in page: Google's reCAPTCHA, Arkose, and the CDN of Auth0,
 * which runs the page. Only parts of a page come from there, never a page.
 */
const embeddedParts = [
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
  isVendor: (url: URL) => boolean;
  mayLoad: (url: URL) => boolean;
};

/** The vendor's hosts; with another `base` than the real one, that base's host counts as the vendor's too. */
export function hostsOf(base: string): Hosts {
  const other = base === DISCOVERY_URL ? null : new URL(base);
  const isVendor = ({ protocol, hostname }: URL) =>
    (protocol === 'https:' &&
      vendorDomains.some((name) => hostname === name || hostname.endsWith(`.${name}`))) ||
    (protocol === other?.protocol && hostname === other.hostname);
  const isPart = ({ protocol, host, pathname }: URL) =>
    protocol === 'https:' && embeddedParts.some((part) => `${host}${pathname}`.startsWith(part));
  const names = [
    ...vendorDomains.flatMap((name) => [name, `*.${name}`]),
    ...new Set(embeddedParts.map((part) => part.slice(0, part.indexOf('/')))),
    ...(other === null ? [] : [other.hostname]),
  ];
  return { names, isVendor, mayLoad: (url) => isVendor(url) || isPart(url) };
}

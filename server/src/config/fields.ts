import * as z from 'zod/mini';
import { parseTrustedProxy } from '../shared/client-address.ts';

/** Whether a host name or address means this machine alone. */
export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

const number = (min: number, max: number) => {
  const range = `must be a whole number from ${min} to ${max}`;
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, range)), z.transform(Number)),
    z.number().check(z.minimum(min, range), z.maximum(max, range)),
  );
};

export const filled = z.string().check(z.minLength(1, 'must not be empty'));

/** 0 lets the system choose. */
export const port = number(0, 65_535);

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** An http(s) address without a trailing slash, user name or query. */
export const webAddress = z.pipe(
  z.string().check(
    z.refine((text) => {
      const url = URL.parse(text);
      return (
        url !== null &&
        /^https?:$/.test(url.protocol) &&
        url.username === '' &&
        url.search === '' &&
        url.hash === ''
      );
    }, 'must be an address like https://example.org'),
  ),
  z.transform(withoutSlash),
);

/** An address of one of these protocols; it may carry a login. */
export const addressOf = (protocols: readonly string[]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => protocols.includes(URL.parse(text)?.protocol.slice(0, -1) ?? ''),
        `must be an address that starts with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
      ),
    );

/** One email address without a name. */
export const emailAddress = z
  .string()
  .check(z.regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, 'must be one email address, without a name'));

/** The target of a link in the web app: a web address, an email address, or a path of this server. */
export const link = z
  .string()
  .check(
    z.regex(/^(https?:\/\/|mailto:|\/(?!\/))\S+$/, 'must be a web address, a mailto: address or a path'),
  );

export const host = z.string().check(z.regex(/^[\w.:%-]+$/, 'must be a host name or an IP address'));

/** An address or a network of reverse proxies. */
export const trustedProxy = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const message = 'must be IP addresses such as 10.0.0.2, or networks such as 10.0.0.0/8';
    const proxy = parseTrustedProxy(text);
    if (proxy === null) context.issues.push({ code: 'custom', message, input: text });
    return proxy ?? z.NEVER;
  }),
);

/** on/off, true/false, yes/no, 1/0, allowed/refused. */
export const flag = z.stringbool({
  truthy: ['on', 'true', 'yes', '1', 'allow', 'allowed'],
  falsy: ['off', 'false', 'no', '0', 'refuse', 'refused'],
  error: 'must be on or off',
});

/** A comma-separated list, each item checked. */
export const listOf = <T extends z.ZodMiniType<unknown, string>>(item: T) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      ),
    ),
    z.array(item),
  );

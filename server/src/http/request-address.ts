import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { networkOf as networkOfAddress } from '../shared/client-address.ts';

/** Headers that only proxies add: with one of them the socket's address is not the client's. */
const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'forwarded',
  'x-real-ip',
  'via',
  'cf-connecting-ip',
];

/** The network that a client comes from, for limits. */
export const networkOf = ({ ip }: FastifyRequest): string => networkOfAddress(ip);

/**
 * Whether the client runs on this machine: by the socket, with no proxy in between, and under a name that
 * only this machine has, so that no foreign page can come in through a name that it points here.
 */
export function isLoopbackClient(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.raw.socket;
  const near = ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === 'loopback';
  const direct = proxyHeaders.every((header) => request.headers[header] === undefined);
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return near && direct && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host);
}

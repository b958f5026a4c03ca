/**
 * Request to a push service. A subscription names its address, so a forged one must not reach our own network: only
 * listed hosts, only public addresses, no redirects.
 */
import { type LookupAddress, lookup as resolve } from 'node:dns';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { BlockList, isIPv4, type LookupFunction } from 'node:net';

const TIMEOUT_MS = 10_000;

/** Networks that are not public (IANA special-purpose registry). */
const closed = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits);
for (const [network, bits] of [
  // Teredo, documentation, 6to4.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  closed.addSubnet(network, bits, 'ipv6');
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address);
  return open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** The connection goes to the addresses that are checked here, so a second answer of the name server changes nothing. */
export const lookupPublic: LookupFunction = (host, options, callback) =>
  resolve(host, { ...options, all: true }, (error, addresses: LookupAddress[] = []) => {
    const [first] = addresses;
    if (error || !first) return callback(error ?? new Error(`${host} has no address`), '', 0);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error(`${host} has an address that is not public`), '', 0);
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });

/** Whether an address may be a subscription: https, the usual port, a listed host. */
export function isPushService(endpoint: string, hosts: readonly string[]): boolean {
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
  );
}

export type Connect = (options: RequestOptions) => ClientRequest;

const connectPublic: Connect = (options) => request({ ...options, lookup: lookupPublic });

/** `gone`: the subscription has ended. Any other failure is thrown; it names the host, never the whole address. */
export async function deliver(
  endpoint: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
  connect = connectPublic,
): Promise<'sent' | 'gone'> {
  const { host, pathname, search } = new URL(endpoint);
  const status = await new Promise<number>((done, fail) => {
    const sent = connect({
      host,
      path: pathname + search,
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    sent.on('response', (response: IncomingMessage) => {
      response.destroy();
      done(response.statusCode ?? 0);
    });
    sent.on('error', fail);
    sent.end(body);
  });
  if (status === 404 || status === 410) return 'gone';
  // A redirect is not followed: it could lead anywhere.
  if (status < 200 || status > 299) throw new Error(`${host} responded with ${status}`);
  return 'sent';
}

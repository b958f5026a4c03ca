/**
 * Networks that rate limits and queues count instead of an address. A subscriber with IPv6 has 2^64 addresses or more, so
 * single addresses would not limit anyone.
 */
import { isIPv6 } from 'node:net';

export interface Network {
  name: string;
  /** The limit of the network, as a multiple of the limit of one IPv4 address. */
  factor: number;
}

const SITE_FACTOR = 8;

/** The 8 groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser brings every notation, such as `::ffff:192.0.2.1`, into the same form.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const parse = (groups: string) =>
    groups ? groups.split(':').map((group) => Number.parseInt(group, 16)) : [];
  const [before, after] = [parse(head), parse(tail)];
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** First six groups of IPv4-mapped addresses, and of addresses translated by NAT64. */
const IPV4_PREFIXES = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

const hex = (groups: number[]) => groups.map((group) => group.toString(16)).join(':');

/** The narrowest network first. IPv4: the address; IPv6: its /64, and its /48 with a higher limit. */
export function networksOf(address: string): [Network, ...Network[]] {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return [{ name: address, factor: 1 }];
  const groups = groupsOf(plain);
  if (IPV4_PREFIXES.includes(hex(groups.slice(0, 6)))) {
    const name = groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
    return [{ name, factor: 1 }];
  }
  return [
    { name: `${hex(groups.slice(0, 4))}::/64`, factor: 1 },
    { name: `${hex(groups.slice(0, 3))}::/48`, factor: SITE_FACTOR },
  ];
}

/** The narrowest network. Anything but an address, such as the id of a user, stays as it is. */
export const networkOf = (address: string): string => networksOf(address)[0].name;

/** Wraps `work` once for each network of the address, the narrowest outermost. */
export function wrapByNetwork<T>(
  address: string,
  wrap: (network: Network, inner: () => Promise<T>) => Promise<T>,
  work: () => Promise<T>,
): Promise<T> {
  return networksOf(address).reduceRight((inner, network) => () => wrap(network, inner), work)();
}

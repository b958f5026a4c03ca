import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf, networksOf } from './network.ts';

const names = (address: string) => networksOf(address).map(({ name }) => name);
const hex = (groups: number[]) => groups.map((group) => group.toString(16)).join(':');

const group = fc.integer({ min: 0, max: 0xffff });
const byte = fc.integer({ min: 0, max: 0xff });
const ipv4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
/** Global unicast: no prefix of it stands for IPv4. */
const site = fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), group, group);
const rest = fc.tuple(group, group, group, group);

describe('networks', () => {
  it('of IPv4 are the address, in every notation', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const groups = hex([a * 256 + b, c * 256 + d]);
        const notations = [
          address,
          `::ffff:${address}`,
          `::FFFF:${groups}`,
          `0:0:0:0:0:ffff:${groups}`,
          `64:ff9b::${address}`,
          `0064:ff9b:0:0:0:0:${groups}`,
        ];
        for (const notation of notations)
          expect(networksOf(notation), notation).toEqual([{ name: address, factor: 1 }]);
      }),
    );
  });

  it('of IPv6 are the /64 and, with eight times the limit, the /48', () => {
    fc.assert(
      fc.property(site, group, rest, rest, (prefix, subnet, one, other) => {
        const within = hex([...prefix, subnet]);
        expect(names(`${within}:${hex(one)}`)).toEqual(names(`${within}:${hex(other)}`));
        expect(networksOf(`${within}:${hex(one)}`).map(({ factor }) => factor)).toEqual([1, 8]);
      }),
    );
  });

  it('of two subnets of a site share only the /48; those of two sites share none', () => {
    fc.assert(
      fc.property(site, group, group, rest, (prefix, one, other, end) => {
        fc.pre(one !== other);
        const [first, second] = [one, other].map((subnet) => names(hex([...prefix, subnet, ...end])));
        expect(first![0]).not.toBe(second![0]);
        expect(first![1]).toBe(second![1]);
      }),
    );
    fc.assert(
      fc.property(site, site, group, rest, (one, other, subnet, end) => {
        fc.pre(hex(one) !== hex(other));
        const [first, second] = [one, other].map((prefix) => names(hex([...prefix, subnet, ...end])));
        expect(first!.filter((name) => second!.includes(name))).toEqual([]);
      }),
    );
  });

  it('accept short notations and zones, and leave other names alone', () => {
    expect(names('2001:DB8::1')).toEqual(['2001:db8:0:0::/64', '2001:db8:0::/48']);
    expect(names('fe80::1%eth0')).toEqual(names('fe80::2'));
    expect(networkOf('::')).toBe('0:0:0:0::/64');
    for (const name of ['', 'unknown', '2c5b1a0e-8d5e-4a5c-9a53-3f2f0f1f7d11', '999.1.1.1', ':::'])
      expect(names(name)).toEqual([name]);
  });
});

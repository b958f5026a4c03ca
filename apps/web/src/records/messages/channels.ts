import type { ChannelType, Role } from '@ardhi/contract';

export type ChannelFilter = ChannelType | 'all';

/** The chips that each role has. */
export const FILTERS: Record<Role, readonly ChannelFilter[]> = {
  government: ['all', 'government-government', 'government-farmer', 'general'],
  farmer: ['all', 'government-farmer', 'farmer-farmer', 'general'],
};

export const DEFAULT_CHANNEL: ChannelType = 'general';

export function channelsOf(role: Role): ChannelType[] {
  return FILTERS[role].filter((one) => one !== 'all');
}

/** Whether people of these two roles may write in the channel; the server checks it as well. */
export function fits(channel: ChannelType, one: Role, other: Role): boolean {
  return channel === 'general' || channel === `${one}-${other}` || channel === `${other}-${one}`;
}

import type { ChannelType, Role } from '@ardhi/contract';

export type ChannelFilter = ChannelType | 'all';

/** Filter chips of each role. */
export const FILTERS: Record<Role, readonly ChannelFilter[]> = {
  government: ['all', 'government-government', 'government-farmer', 'general'],
  farmer: ['all', 'government-farmer', 'farmer-farmer', 'general'],
};

export const DEFAULT_CHANNEL: ChannelType = 'general';

export function channelsOf(role: Role): ChannelType[] {
  return FILTERS[role].filter((one) => one !== 'all');
}

/** Whether users of these two roles may use the channel. The server enforces it too. */
export function canUseChannel(channel: ChannelType, one: Role, other: Role): boolean {
  return channel === 'general' || channel === `${one}-${other}` || channel === `${other}-${one}`;
}

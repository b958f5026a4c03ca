import type { ChannelType, Role } from '@ardhi/contract';

/** A channel is named after the two roles that meet in it; anybody meets in `general`. */
export function channelFits(channel: ChannelType, one: Role, other: Role): boolean {
  if (channel === 'general') return true;
  return channel === `${one}-${other}` || channel === `${other}-${one}`;
}

/** The role of the people whom a person of `role` meets in a channel; null is either. Undefined: nobody. */
export function partnerRole(channel: ChannelType, role: Role): Role | null | undefined {
  if (channel === 'general') return null;
  return (['farmer', 'government'] as const).find((other) => channelFits(channel, role, other));
}

export function isParticipant(thread: { starter_id: string; partner_id: string }, userId: string): boolean {
  return thread.starter_id === userId || thread.partner_id === userId;
}

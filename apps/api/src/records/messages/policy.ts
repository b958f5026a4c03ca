import type { ChannelType, Role } from '@ardhi/contract';

/** A channel is named after its two roles; `general` is open to any pair. */
export function isChannelAllowed(channel: ChannelType, one: Role, other: Role): boolean {
  if (channel === 'general') return true;
  return channel === `${one}-${other}` || channel === `${other}-${one}`;
}

/** Role of the possible partners of `role` in a channel: null for any role, undefined for none. */
export function partnerRole(channel: ChannelType, role: Role): Role | null | undefined {
  if (channel === 'general') return null;
  return (['farmer', 'government'] as const).find((other) => isChannelAllowed(channel, role, other));
}

export function isParticipant(
  thread: { starter_id: string; partner_id: string | null },
  userId: string,
): boolean {
  return thread.starter_id === userId || thread.partner_id === userId;
}

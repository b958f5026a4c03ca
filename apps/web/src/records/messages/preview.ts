import type { Correspondent, ThreadSummary } from '@ardhi/contract';

const PREVIEW_LENGTH = 50;

/** Counts code points, not UTF-16 units, so that an emoji is not cut in half. */
export function preview(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : line;
}

/** In a thread with an office: for the farmer the office, not the official who answered; for every official there the farmer. */
export function partnerOf(
  { sender, recipient, office }: Pick<ThreadSummary, 'sender' | 'recipient' | 'office'>,
  ownId: string,
): Correspondent {
  if (office) {
    const farmer = sender.role === 'farmer' ? sender : recipient;
    return farmer._id === ownId
      ? { _id: office._id, name: office.name, role: 'government', deleted: false }
      : farmer;
  }
  return sender._id === ownId ? recipient : sender;
}

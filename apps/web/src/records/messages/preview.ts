import type { Correspondent, ThreadSummary } from '@ardhi/contract';

const PREVIEW_LENGTH = 50;

/** Counts code points, not UTF-16 units, so that an emoji is not cut in half. */
export function preview(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : line;
}

export function partnerOf(
  { sender, recipient }: Pick<ThreadSummary, 'sender' | 'recipient'>,
  ownId: string,
): Correspondent {
  return sender._id === ownId ? recipient : sender;
}

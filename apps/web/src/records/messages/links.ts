export interface TextPart {
  text: string;
  /** Offset of the part in the text. */
  at: number;
  /** Only http and https; `javascript:` and others stay plain text. */
  href?: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/gi;
// The full stop in "See https://example.org/a." ends the sentence and is not part of the URL.
const SENTENCE_END = /[.,;:!?'")\]}]+$/;

/** Splits a text into plain parts and URLs. Joining the parts restores the text. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimEnd(match[0]);
    if (!isWebAddress(address)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), at: end });
    parts.push({ text: address, at: match.index, href: address });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end });
  return parts;
}

function trimEnd(address: string): string {
  const trimmed = address.replace(SENTENCE_END, '');
  // A closing bracket belongs to the URL if its opening one does: …/Kenya_(country).
  return address[trimmed.length] === ')' && trimmed.includes('(') ? `${trimmed})` : trimmed;
}

function isWebAddress(text: string): boolean {
  const url = URL.parse?.(text) ?? parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * Interpolates compiled messages without `Intl`, whose first use takes 200 ms on a low-end phone and delays the first
 * page. Both languages have the same two plural forms and separators.
 */
type Token = string | [name: string, type?: 'plural' | 'select', cases?: Record<string, Message>];

/** Compiled at build time by messages-plugin.ts: tokens, or plain text. */
export type Message = string | readonly Token[];
export type MessageValues = Record<string, string | number>;

/** Formats the number that replaces `#`: 1,234.568. */
function formatCount(count: number): string {
  const [whole = '', fraction] = String(Math.round(count * 1000) / 1000).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction ? `.${fraction}` : '');
}

/** `count` replaces `#`. */
export function interpolate(message: Message, values: MessageValues, count?: number): string {
  if (typeof message === 'string') return message;
  let text = '';
  for (const token of message) {
    if (typeof token === 'string') text += token === '#' && count !== undefined ? formatCount(count) : token;
    else {
      const [name, type, cases] = token;
      const value = values[name];
      if (!cases) text += value ?? '';
      else {
        const isPlural = type === 'plural';
        const form = isPlural && Number(value) === 1 ? 'one' : 'other';
        const exact = String(value);
        const chosen = (Object.hasOwn(cases, exact) ? cases[exact] : cases[form]) ?? cases.other;
        if (chosen) text += interpolate(chosen, values, isPlural ? Number(value) : count);
      }
    }
  }
  return text;
}

/** A catalogue: compiled messages by key. */
export type Messages = Record<string, Message>;

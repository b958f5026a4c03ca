/**
 * A compiled message with its values. Not by the platform's formats: before the first answer of one a small phone works
 * for a fifth of a second, in which the first page waits. Both languages have the same two plurals and group alike.
 */
type Token = string | [name: string, type?: 'plural' | 'select', cases?: Record<string, Message>];

/** As the build leaves it (messages-plugin.ts): its parts, or plain text. */
export type Message = string | readonly Token[];
export type MessageValues = Record<string, string | number>;

/** 1,234.568 in the place of `#`. */
function written(count: number): string {
  const [whole = '', fraction] = String(Math.round(count * 1000) / 1000).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction ? `.${fraction}` : '');
}

/** `count` is what a `#` in it stands for. */
export function interpolate(message: Message, values: MessageValues, count?: number): string {
  if (typeof message === 'string') return message;
  let text = '';
  for (const token of message) {
    if (typeof token === 'string') text += token === '#' && count !== undefined ? written(count) : token;
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

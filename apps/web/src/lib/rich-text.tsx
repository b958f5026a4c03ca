import type { ReactNode } from 'react';
import { useT } from './i18n.tsx';
import type { MessageKey } from './message-keys.ts';
import type { MessageValues } from './messages.ts';

interface RichTextProps {
  id: MessageKey;
  values?: MessageValues;
  /** How each tag of the message is drawn: `<link>words</link>` is `parts.link(words)`. */
  parts: Record<string, (words: string) => ReactNode>;
}

const TAG = /<(\w+)>(.*?)<\/\1>/g;

/** A message with marked words: the catalogue keeps the sentence whole, the component says what the marks are. */
export function T({ id, values, parts }: RichTextProps) {
  const text = useT()(id, values);
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, tag = '', words = ''] = match;
    pieces.push(text.slice(end, match.index));
    pieces.push(<span key={match.index}>{parts[tag]?.(words) ?? words}</span>);
    end = match.index + whole.length;
  }
  pieces.push(text.slice(end));
  return <>{pieces}</>;
}

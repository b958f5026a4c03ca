/** Splits the Markdown of our own documents into blocks. Comments are dropped. */

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'picture'; text: string; file: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'table'; header: string[]; rows: string[][] }
  | { kind: 'code'; text: string };

const CODE = /^```\w*\n([\s\S]*?)\n```$/gm;
const ITEM = /^(?:- |\d+\. )/;

export function parseBlocks(markdown: string): Block[] {
  const text = markdown.replace(/<!--[\s\S]*?-->/g, '');
  const blocks: Block[] = [];
  let end = 0;
  for (const match of text.matchAll(CODE)) {
    blocks.push(...parseText(text.slice(end, match.index)), { kind: 'code', text: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  return [...blocks, ...parseText(text.slice(end))];
}

function parseText(text: string): Block[] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(parseBlock);
}

function parseBlock(part: string): Block {
  const lines = part.split('\n');
  const [first = ''] = lines;
  const heading = /^(#+) (.+)$/.exec(first);
  if (heading) return { kind: 'heading', level: heading[1]!.length, text: heading[2]! };
  if (first.startsWith('|')) {
    const [header = [], , ...rows] = lines.map(cellsOf);
    return { kind: 'table', header, rows };
  }
  const [, text, file] = /^!\[([^\]]*)\]\(([^)]+)\)$/.exec(part) ?? [];
  if (file) return { kind: 'picture', text: text ?? '', file };
  if (ITEM.test(first)) return { kind: 'list', isOrdered: /^\d/.test(first), items: itemsOf(lines) };
  return { kind: 'paragraph', text: lines.join(' ') };
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** Indented lines continue the item above. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items;
}

/** Anchor of a heading, as on GitHub. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s/g, '-');

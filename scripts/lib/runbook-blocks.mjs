/** Executable blocks of the runbook: fences marked `bash`, each with the expected output of the next fence, `text`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, root } from './project.mjs';

const FOLDER = 'docs/operations';

const documents = () => [
  'docs/operations.md',
  ...readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${FOLDER}/${name}`),
];

/** @returns {{ place: string, script: string, expected: string[] }[]} of the section with this heading, in any document */
export function blocksOf(heading) {
  const found = documents().flatMap((file) =>
    blocksIn(readFileSync(join(root, file), 'utf8'), heading, file),
  );
  if (found.length === 0) throw new Fault(`no document in ${FOLDER} has a bash block under "${heading}"`);
  return found;
}

export function blocksIn(text, heading, file = '') {
  const blocks = [];
  let level = 0;
  let fence = null;
  for (const [index, line] of text.split('\n').entries()) {
    const [, indent, language] = /^( *)```(\w*)$/.exec(line) ?? [];
    if (fence && indent === fence.indent && !language) {
      if (fence.language === 'bash')
        blocks.push({ place: fence.place, script: fence.lines.join('\n'), expected: [] });
      else if (fence.language === 'text') blocks.at(-1)?.expected.push(...fence.lines);
      fence = null;
    } else if (fence)
      fence.lines.push(line.startsWith(fence.indent) ? line.slice(fence.indent.length) : line);
    else if (indent !== undefined) {
      if (level) fence = { indent, language, lines: [], place: `${file}:${index + 1}` };
      else fence = { indent, language: '', lines: [] };
    } else {
      const [, marks, title] = /^(#+) (.+)$/.exec(line) ?? [];
      if (!marks || (level && marks.length > level)) continue;
      level = title === heading ? marks.length : 0;
    }
  }
  return blocks;
}

/** The first expected line that the output does not contain after the ones before it; `…` matches anything in a line. */
export function missingLine(expected, output) {
  const lines = output.split('\n');
  let from = 0;
  for (const line of expected.filter(Boolean)) {
    const pattern = new RegExp(
      line
        .split('…')
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*'),
    );
    const at = lines.findIndex((each, index) => index >= from && pattern.test(each));
    if (at < 0) return line;
    from = at + 1;
  }
  return undefined;
}

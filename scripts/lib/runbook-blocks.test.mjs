import { expect, test } from 'vitest';
import { blocksIn, blocksOf, missingLine } from './runbook-blocks.mjs';

const TEXT = `# Page
## Install
1. First

   \`\`\`bash
   cat <<SQL
     two
   SQL
   \`\`\`
   \`\`\`text
   one …
   \`\`\`

### Details
\`\`\`
not run
\`\`\`
\`\`\`bash
second
\`\`\`
## Other
\`\`\`bash
elsewhere
\`\`\`
`;

test('blocks are those of a section with its subsections, without their indentation', () => {
  expect(blocksIn(TEXT, 'Install', 'page.md')).toEqual([
    { place: 'page.md:5', script: 'cat <<SQL\n  two\nSQL', expected: ['one …'] },
    { place: 'page.md:18', script: 'second', expected: [] },
  ]);
  expect(blocksIn(TEXT, 'Other').map(({ script }) => script)).toEqual(['elsewhere']);
});

test('expected lines must occur in order', () => {
  expect(missingLine(['a…z', '{"b"…}'], 'x\na to z\n{"b":1}')).toBeUndefined();
  expect(missingLine(['{"b"…}', 'a…z'], 'a to z\n{"b":1}')).toBe('a…z');
  expect(missingLine(['a.c'], 'abc')).toBe('a.c');
});

test('a heading without blocks is an error', () => {
  expect(() => blocksOf('No such heading')).toThrow('no document');
  expect(blocksOf('Upgrade').length).toBeGreaterThan(0);
});

/** Nothing visible is written in a component: texts come from the catalogues, in both languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');

/** Files whose texts never reach a user, or are not language. */
const ALLOWED_FILES = [/\.test\.tsx$/, /^ui\/dev-[\w-]+\.tsx$/];

/** Texts that are the same in every language. */
const ALLOWED_TEXTS = new Set(['Ardhi', 'KES']);

const VISIBLE_ATTRIBUTES = new Set([
  'title',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'placeholder',
  'label',
  'alt',
  'hint',
  'headline',
  'detail',
  'lead',
  'caption',
  'busyLabel',
  'eyebrow',
]);

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
  }
}

/** A key such as `land.title` is what should stand here. */
const MESSAGE_KEY = /^[a-z]\w*(\.[\w-]*)+$/;

const hasWords = (text: string) =>
  /\p{L}{2,}/u.test(text) && !ALLOWED_TEXTS.has(text.trim()) && !MESSAGE_KEY.test(text);

/** The literal texts an expression may come to: `'a'`, `x ? 'a' : 'b'`, `x && 'a'`, `` `a ${b}` ``. */
function literals(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return (node.quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked);
    case 'ConditionalExpression':
      return [...literals(node.consequent), ...literals(node.alternate)];
    case 'LogicalExpression':
      return [...literals(node.left), ...literals(node.right)];
    case 'JSXExpressionContainer':
      return literals(node.expression);
    default:
      return [];
  }
}

function hardCodedTexts(code: string): string[] {
  const found: string[] = [];
  const add = (texts: string[]) => found.push(...texts.filter(hasWords).map((text) => text.trim()));
  walk(parseSync('component.tsx', code).program as unknown as Node, (node) => {
    if (node.type === 'JSXText') add([String(node.value)]);
    if (node.type === 'JSXAttribute') {
      const { name } = node.name as { name: unknown };
      if (typeof name === 'string' && VISIBLE_ATTRIBUTES.has(name)) add(literals(node.value));
    }
    // `{ value: 'light', label: 'Light' }` ends up on the screen as well.
    if (node.type === 'Property' && isNode(node.key) && VISIBLE_ATTRIBUTES.has(String(node.key.name))) {
      add(literals(node.value));
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const children = node.children as Node[];
      for (const child of children) if (child.type === 'JSXExpressionContainer') add(literals(child));
    }
  });
  return found;
}

describe('hard-coded text', () => {
  it('is found where it is', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code to look through
    expect(hardCodedTexts('<p title="Over here">Hello {x ? "there" : `you ${name}`}</p>').sort()).toEqual([
      'Hello',
      'Over here',
      'there',
      'you',
    ]);
    expect(hardCodedTexts('const options = [{ value: "light", label: "Light" }]')).toEqual(['Light']);
    expect(hardCodedTexts('<p className="big">{t("app.name")} · {1}%</p>')).toEqual([]);
  });

  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.tsx') && !ALLOWED_FILES.some((allowed) => allowed.test(file)));

  it.each(files)('is not in %s', (file) => {
    expect(hardCodedTexts(readFileSync(join(source, file), 'utf8'))).toEqual([]);
  });
});

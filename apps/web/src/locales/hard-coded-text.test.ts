/**
 * Nothing visible is written in the code: texts come from the catalogues, in both languages. Looked through are the
 * components, the code beside them, and the server's answers, mails, notices, documents and tables.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const server = join(import.meta.dirname, '../../../api/src');

/** Files whose texts never reach a user, or are not language. */
const ALLOWED_FILES = [/\.test\.tsx?$/, /^ui\/dev-[\w-]+\.tsx$/];
/** On the server: the story of the demo, what an operator reads at start and in logs, and generated types. */
const ALLOWED_ON_SERVER = [
  /\.test\.ts$/,
  /^demo\//,
  // Words for the operator at a shell.
  /^accounts\/officials\/admin\.ts$/,
  /^(cli|env|server)\.ts$/,
  /^lib\/(http\/(docs|metrics)|logging\/log)/,
  // A description of calls for programs, in English like that of all calls.
  /^insight\/gis\/openapi\.ts$/,
  /\.generated\.ts$/,
];

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
  'text',
  'note',
  'cancel',
  'action',
  'message',
  'description',
  'summary',
  'subject',
  'foot',
  'body',
  'aria-roledescription',
]);

/** Calls whose first argument somebody reads: a toast, a line or a heading of a document. */
const SHOWING = /^(toast\.(done|failed)|sheet\.text|heading|paragraph|window\.(alert|confirm)|alert)$/;
/** `document.title = '…'`, `element.textContent = '…'` */
const SHOWN_FIELDS = new Set(['title', 'textContent', 'innerText', 'ariaLabel', 'placeholder', 'alt']);

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

/** A key such as `land.title`, or the rest of one, is what should stand here. */
const MESSAGE_KEY = /^[a-z]?\w*(\.[\w-]*)+$/;

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

/** `toast.done` from `toast.done(…)`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  if (node.type !== 'MemberExpression') return '';
  return `${nameOf(node.object)}.${nameOf(node.property)}`;
}

function hardCodedTexts(code: string): string[] {
  const found: string[] = [];
  const add = (texts: string[]) => found.push(...texts.filter(hasWords).map((text) => text.trim()));
  // As unknown: the parser has a type per node, the walk asks any node for any property.
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
    if (node.type === 'CallExpression') {
      const [first, second] = node.arguments as Node[];
      const callee = nameOf(node.callee);
      if (SHOWING.test(callee)) add(literals(first));
      if (/\.setAttribute$/.test(callee) && VISIBLE_ATTRIBUTES.has(literals(first)[0] ?? '')) {
        add(literals(second));
      }
    }
    if (node.type === 'AssignmentExpression' && isNode(node.left) && node.left.type === 'MemberExpression') {
      const field = isNode(node.left.property) ? String(node.left.property.name) : '';
      if (SHOWN_FIELDS.has(field)) add(literals(node.right));
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
    const code = '<p title="Over here">Hello {x ? "there" : `you ${name}`}</p>';
    expect(hardCodedTexts(code).sort()).toEqual(['Hello', 'Over here', 'there', 'you']);
    expect(hardCodedTexts('const options = [{ value: "light", label: "Light" }]')).toEqual(['Light']);
    expect(hardCodedTexts('<p className="big">{t("app.name")} · {1}%</p>')).toEqual([]);
  });

  it('is found in what is said by code, too', () => {
    const code = `
      toast.done('Field added'); document.title = 'My land'; box.setAttribute('aria-label', 'Close');
      confirm({ title: 'Delete it?', text: sure ? 'It is lost' : t('land.x') });
      sheet.text('Total water', 0, 0); heading(sheet, t('pdf.title')); return { message: 'Saved' };
      const mail = { subject: \`Hello \${name}\`, html: '' };`;
    expect(hardCodedTexts(code).sort()).toEqual([
      'Close',
      'Delete it?',
      'Field added',
      'Hello',
      'It is lost',
      'My land',
      'Saved',
      'Total water',
    ]);
  });

  const filesOf = (folder: string, allowed: readonly RegExp[]) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.tsx?$/.test(file) && !allowed.some((pattern) => pattern.test(file)));

  it.each(filesOf(source, ALLOWED_FILES))('is not in the screens: %s', (file) => {
    expect(hardCodedTexts(readFileSync(join(source, file), 'utf8'))).toEqual([]);
  });

  it.each(filesOf(server, ALLOWED_ON_SERVER))('is not on the server: %s', (file) => {
    expect(hardCodedTexts(readFileSync(join(server, file), 'utf8'))).toEqual([]);
  });
});

/** Placeholders of office templates, such as `{farmer}`. Without zod: the forms fill them. */
export const TEMPLATE_KINDS = ['return', 'rejection', 'message'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** A message is not about one application. */
const OF_MESSAGES = ['farmer', 'office', 'official'] as const;
const OF_CASES = [...OF_MESSAGES, 'application', 'reference', 'amount', 'programme'] as const;
export type Placeholder = (typeof OF_CASES)[number];

export const placeholdersOf = (kind: TemplateKind): readonly Placeholder[] =>
  kind === 'message' ? OF_MESSAGES : OF_CASES;

const PLACEHOLDER = /\{\s*([^{}]*?)\s*\}/g;

/** Names in braces that are no placeholder of the kind. */
export function unknownPlaceholders(kind: TemplateKind, text: string): string[] {
  const known: readonly string[] = placeholdersOf(kind);
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name).filter((name) => !known.includes(name));
}

/** Placeholders of cases in the text, once each. */
export const usedPlaceholders = (text: string): Placeholder[] =>
  OF_CASES.filter((name) => [...text.matchAll(PLACEHOLDER)].some(([, used]) => used === name));

/** A placeholder without a value stays, so that the official sees what is missing. */
export const fillTemplate = (text: string, values: Partial<Record<Placeholder, string>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => values[name as Placeholder] ?? whole);

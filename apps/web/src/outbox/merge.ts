/**
 * A three-way merge of two people's changes of one row: what each of them changed decides. Pure, so that it can be
 * tested to the bone.
 */
import type { Fields } from './entry.ts';
import type { MergeRules } from './offline-calls.ts';

const NOT_FIELDS: readonly string[] = ['_id', 'revision'];

/** A geometry is one value: nobody chooses between single coordinates. */
function isGroup(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('coordinates' in value);
}

/** `location.address`, `declarations.irrigation`: every single value that a person may have changed. */
function leaves(fields: Fields, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(fields).flatMap(([name, value]): [string, unknown][] =>
    isGroup(value) ? leaves(value, `${prefix}${name}.`) : [[prefix + name, value]],
  );
}

export function valueAt(row: Fields | undefined, path: string, { shown }: MergeRules = {}): unknown {
  if (row && shown?.[path]) return shown[path](row);
  return path.split('.').reduce<unknown>((value, name) => (isGroup(value) ? value[name] : undefined), row);
}

function withValue(fields: Fields, path: string, value: unknown): Fields {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...fields, [name]: value };
  return { ...fields, [name]: withValue((fields[name] ?? {}) as Fields, rest.join('.'), value) };
}

/** Left out, null and empty are the same to a person. */
const plain = (value: unknown) => (value === undefined || value === '' ? null : value);
const same = (one: unknown, other: unknown) => JSON.stringify(plain(one)) === JSON.stringify(plain(other));

export interface Merge {
  /** The body to send on top of the current row: the own changes, and what others changed elsewhere in the row. */
  body: Fields;
  /** Fields that both changed, to different values. In `body` they are still the own ones. */
  clashes: string[];
  /** Nothing is left to be changed. */
  nothingLeft: boolean;
}

export function merge(
  body: Fields,
  base: Fields | undefined,
  current: Fields,
  rules: MergeRules = {},
): Merge {
  const ignored = [...NOT_FIELDS, ...(rules.ignored ?? [])];
  let merged: Fields = { ...body };
  const clashes: string[] = [];
  let nothingLeft = true;
  for (const [path, mine] of leaves(body)) {
    if (ignored.includes(path)) continue;
    const theirs = valueAt(current, path, rules);
    if (same(mine, theirs)) continue;
    const before = valueAt(base, path, rules);
    if (base && same(mine, before)) {
      merged = withValue(merged, path, theirs ?? null);
      continue;
    }
    nothingLeft = false;
    if (!base || !same(theirs, before)) clashes.push(path);
  }
  if ('revision' in body) merged.revision = current.revision;
  return { body: merged, clashes, nothingLeft };
}

/** What a person changed against what they saw, put into another version of the row. */
export function withChanges(
  onto: Fields,
  body: Fields,
  base: Fields | undefined,
  rules: MergeRules = {},
): { body: Fields; changed: string[] } {
  const changed = leaves(body)
    .filter(([path, mine]) => !NOT_FIELDS.includes(path) && !(base && same(mine, valueAt(base, path, rules))))
    .map(([path]) => path);
  const put = (fields: Fields, path: string) => withValue(fields, path, valueAt(body, path));
  return { body: changed.reduce(put, onto), changed };
}

/** The person has looked at both and chosen. */
export function choose(
  body: Fields,
  current: Fields,
  paths: readonly string[],
  takeTheirs: ReadonlySet<string>,
  rules: MergeRules = {},
): Fields {
  let chosen: Fields = { ...body };
  for (const path of paths) {
    if (takeTheirs.has(path)) chosen = withValue(chosen, path, valueAt(current, path, rules) ?? null);
  }
  return chosen;
}

/**
 * Three-way merge of concurrent changes to one row. Pure functions, so that property tests can cover them.
 */
import type { Fields } from './entry.ts';
import type { MergeRules } from './offline-calls.ts';

const NOT_FIELDS: readonly string[] = ['_id', 'revision'];

/** A geometry counts as one value: conflicts are not resolved per coordinate. */
function isGroup(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('coordinates' in value);
}

/** All editable values with their paths: `location.address`, `declarations.irrigation`. */
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

/** Missing, null and empty look the same in a form. */
const plain = (value: unknown) => (value === undefined || value === '' ? null : value);
const isSame = (one: unknown, other: unknown) => JSON.stringify(plain(one)) === JSON.stringify(plain(other));

export interface Merge {
  /** Body to send: the user's changes, and the current values of all other fields. */
  body: Fields;
  /** Fields that both sides changed to different values. `body` has the user's values. */
  clashes: string[];
  /** The merged body equals the current row. */
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
    if (isSame(mine, theirs)) continue;
    const before = valueAt(base, path, rules);
    if (base && isSame(mine, before)) {
      merged = withValue(merged, path, theirs ?? null);
      continue;
    }
    nothingLeft = false;
    if (!base || !isSame(theirs, before)) clashes.push(path);
  }
  if ('revision' in body) merged.revision = current.revision;
  return { body: merged, clashes, nothingLeft };
}

/** Applies the user's changes relative to `base` to another version of the row. */
export function withChanges(
  onto: Fields,
  body: Fields,
  base: Fields | undefined,
  rules: MergeRules = {},
): { body: Fields; changed: string[] } {
  const changed = leaves(body)
    .filter(
      ([path, mine]) => !NOT_FIELDS.includes(path) && !(base && isSame(mine, valueAt(base, path, rules))),
    )
    .map(([path]) => path);
  const put = (fields: Fields, path: string) => withValue(fields, path, valueAt(body, path));
  return { body: changed.reduce(put, onto), changed };
}

/** Applies the user's choice for the conflicting fields. */
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

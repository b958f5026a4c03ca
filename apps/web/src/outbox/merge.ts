/**
 * Three-way merge of concurrent changes to one row. Pure functions, so that property tests can cover them.
 */
import type { Json, JsonObject } from '@ardhi/contract';
import type { MergeRules } from './offline-calls.ts';

const NOT_FIELDS: readonly string[] = ['_id', 'revision'];

/** A geometry counts as one value: conflicts are not resolved per coordinate. */
function isGroup(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('coordinates' in value);
}

/** All editable values with their paths: `location.address`, `declarations.irrigation`. */
function leaves(fields: JsonObject, prefix = ''): [path: string, value: Json][] {
  return Object.entries(fields).flatMap(([name, value]): [string, Json][] =>
    isGroup(value) ? leaves(value, `${prefix}${name}.`) : [[prefix + name, value]],
  );
}

export function valueAt(row: JsonObject | undefined, path: string, { shown }: MergeRules = {}): Json {
  if (row && shown?.[path]) return shown[path](row);
  return path.split('.').reduce<Json>((value, name) => (isGroup(value) ? value[name] : undefined), row);
}

function withValue(fields: JsonObject, path: string, value: Json): JsonObject {
  const [name = '', ...rest] = path.split('.');
  const group = fields[name];
  if (rest.length === 0) return { ...fields, [name]: value };
  return { ...fields, [name]: withValue(isGroup(group) ? group : {}, rest.join('.'), value) };
}

/** Missing, null and empty look the same in a form. */
const plain = (value: Json) => (value === undefined || value === '' ? null : value);
const isSame = (one: Json, other: Json) => JSON.stringify(plain(one)) === JSON.stringify(plain(other));

export interface Merge {
  /** Body to send: the user's changes, and the current values of all other fields. */
  body: JsonObject;
  /** Fields that both sides changed to different values. `body` has the user's values. */
  clashes: string[];
  /** The merged body equals the current row. */
  nothingLeft: boolean;
}

export function merge(
  body: JsonObject,
  base: JsonObject | undefined,
  current: JsonObject,
  rules: MergeRules = {},
): Merge {
  const ignored = [...NOT_FIELDS, ...(rules.ignored ?? [])];
  let merged: JsonObject = { ...body };
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
  onto: JsonObject,
  body: JsonObject,
  base: JsonObject | undefined,
  rules: MergeRules = {},
): { body: JsonObject; changed: string[] } {
  const changed = leaves(body)
    .filter(
      ([path, mine]) => !NOT_FIELDS.includes(path) && !(base && isSame(mine, valueAt(base, path, rules))),
    )
    .map(([path]) => path);
  const put = (fields: JsonObject, path: string) => withValue(fields, path, valueAt(body, path));
  return { body: changed.reduce(put, onto), changed };
}

/** Applies the user's choice for the conflicting fields. */
export function choose(
  body: JsonObject,
  current: JsonObject,
  paths: readonly string[],
  takeTheirs: ReadonlySet<string>,
  rules: MergeRules = {},
): JsonObject {
  let chosen: JsonObject = { ...body };
  for (const path of paths) {
    if (takeTheirs.has(path)) chosen = withValue(chosen, path, valueAt(current, path, rules) ?? null);
  }
  return chosen;
}

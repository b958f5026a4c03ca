import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, it } from 'vitest';
import labels from '../../locales/en/audit.json';
import { isReadableField, type UnlabelledField } from './fields.ts';

it('have a label for every field that the API can write', () => {
  expectTypeOf<UnlabelledField>().toEqualTypeOf<never>();
});

it('have a label for every field that the database writes itself', () => {
  const sql = readFileSync(new URL('../../../../api/sql/trail.sql', import.meta.url), 'utf8');
  const statements = sql.match(/insert into audit_log[^;]*/g) ?? [];
  const written = statements
    .flatMap((statement) => statement.split('jsonb_build_object').slice(1))
    .flatMap((fields) => [...fields.matchAll(/[(,]\s*'(\w+)',/g)].map(([, name = '']) => name));
  expect(written).toEqual(expect.arrayContaining(['rows', 'anchor', 'hour', 'account']));
  const unlabelled = written.filter((name) => isReadableField(name) && !(`audit.field.${name}` in labels));
  expect(unlabelled).toEqual([]);
});

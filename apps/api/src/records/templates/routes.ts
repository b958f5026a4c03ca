import { type TextTemplate, templates } from '@ardhi/contract';
import { MAX_TEMPLATES } from '@ardhi/contract/limits';
import { type TemplateKind, unknownPlaceholders } from '@ardhi/contract/template-text';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { type Area, countyOf } from '../../lib/http/scope.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import {
  countForInsert,
  deleteTemplate,
  findNamesake,
  insertTemplate,
  listTemplates,
  lockTemplate,
  type TemplateRow,
  updateTemplate,
} from './queries.ts';

export const templateRoutes = routesOf(templates, {
  'GET /government/templates': async ({ scope, query, db }) =>
    (await listTemplates(db, { office: officeOf(scope), kind: query.kind, limit: MAX_TEMPLATES })).map(
      present,
    ),

  'POST /government/templates': async ({ user, scope, body, db, audit }) => {
    const { kind, ...texts } = body;
    const office = officeOf(scope);
    assertPlaceholders(kind, texts);
    if ((await countForInsert(db, office)) >= MAX_TEMPLATES)
      throw problem('templates-many', { values: { maximum: MAX_TEMPLATES } });
    await assertFreeName(db, { office, kind, name: texts.name });
    const row = await insertTemplate(db, {
      id: newId(),
      office,
      kind,
      created_by: user.id,
      ...columnsOf(texts),
    });
    await audit({ action: 'template.create', entityId: row.id, after: { name: row.name } });
    return present(row);
  },

  'PUT /government/templates/{id}': async ({ scope, params, body, db, audit }) => {
    const { revision, ...texts } = body;
    const office = officeOf(scope);
    // The lock of `countForInsert` also serializes two templates that get the same name.
    await countForInsert(db, office);
    const row = orNotFound(await lockTemplate(db, office, params.id));
    if (revision !== undefined && revision !== row.revision)
      throw problem('stale', { current: present(row) });
    const kind = row.kind as TemplateKind;
    assertPlaceholders(kind, texts);
    await assertFreeName(db, { office, kind, name: texts.name, except: row.id });
    const changed = await updateTemplate(db, row.id, columnsOf(texts));
    await audit({
      action: 'template.update',
      entityId: row.id,
      before: { name: row.name },
      after: { name: changed.name },
    });
    return present(changed);
  },

  'DELETE /government/templates/{id}': async ({ scope, params, db, audit, t }) => {
    const row = orNotFound(await lockTemplate(db, officeOf(scope), params.id));
    await deleteTemplate(db, row.id);
    await audit({ action: 'template.delete', entityId: row.id, before: { name: row.name } });
    return { message: t('done.deleted') };
  },
});

const officeOf = (scope: Area) => countyOf(scope) ?? '';

type Texts = Pick<TextTemplate, 'name' | 'english' | 'kiswahili'>;

const columnsOf = ({ name, english, kiswahili }: Texts) => ({
  name,
  text_en: english,
  text_sw: kiswahili,
});

/** A misspelt placeholder would reach the farmer as it is. */
function assertPlaceholders(kind: TemplateKind, texts: Texts): void {
  for (const field of ['english', 'kiswahili'] as const) {
    const [unknown] = unknownPlaceholders(kind, texts[field]);
    if (unknown !== undefined) throw fieldProblem(field, 'issue.placeholder', { name: `{${unknown}}` });
  }
}

async function assertFreeName(db: Db, name: Parameters<typeof findNamesake>[1]): Promise<void> {
  if (await findNamesake(db, name)) throw fieldProblem('name', 'issue.template-name');
}

const present = (row: TemplateRow): TextTemplate => ({
  _id: row.id,
  kind: row.kind as TemplateKind,
  name: row.name,
  english: row.text_en,
  kiswahili: row.text_sw,
  revision: row.revision,
});

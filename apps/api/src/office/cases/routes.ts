import { cases } from '@ardhi/contract';
import { MAX_CASE_NOTES } from '@ardhi/contract/limits';
import { routesOf } from '../../lib/http/bind.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { problem } from '../../lib/text/problem.ts';
import { farmerFile } from './evidence.ts';
import { holdApplication, insertNote, listNotes } from './notes.ts';

export const caseRoutes = routesOf(cases, {
  'GET /government/farmers/{id}': ({ user, scope, params, db }) =>
    farmerFile(db, { id: user.id, scope }, params.id),

  'POST /government/subsidies/{id}/notes': async ({ user, scope, params, body, db, audit, emit }) => {
    const application = orNotFound(await holdApplication(db, scope, params.id));
    if ((await listNotes(db, application.id)).length >= MAX_CASE_NOTES)
      throw problem('notes-many', { values: { maximum: MAX_CASE_NOTES } });
    const noteId = await insertNote(db, {
      subsidy_id: application.id,
      author_id: user.id,
      content: body.content,
    });
    // Without the text: the audit log outlives the farmer's account.
    await audit({ action: 'case.note', entityId: application.id, after: { noteId } });
    emit({ offices: [application.county] }, 'subsidy', [application.id]);
    return {
      _id: application.id,
      applicant: { _id: application.owner_id, name: application.owner_name },
      notes: await listNotes(db, application.id),
    };
  },
});

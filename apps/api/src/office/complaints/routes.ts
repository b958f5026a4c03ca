import { complaints } from '@ardhi/contract';
import { readComplaintNumber } from '@ardhi/contract/complaint-number';
import { routesOf } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import { fieldProblem } from '../../lib/text/problem.ts';
import { confirmOmbudsperson, ombudspersons, proposeOmbudsperson } from './ombudspersons.ts';
import { listComplaints, listOwnComplaints } from './queries.ts';
import {
  answerComplaint,
  fileComplaint,
  presentComplaint,
  presentOfficial,
  revealComplainant,
  takeUpComplaint,
} from './service.ts';

export const complaintRoutes = routesOf(complaints, {
  'POST /complaints': async (context) => presentComplaint(await fileComplaint(context, context.body)),

  'GET /complaints': ({ user, query, db }) =>
    readPage(query, BY_CREATION, (page) => listOwnComplaints(db, user.id, page), presentComplaint),

  'GET /government/complaints': async ({ user, scope, query, db }) => {
    const { limit: _limit, cursor: _cursor, state = 'open', ...others } = query;
    const filter = { ...others, state, number: numberIn(query.q) };
    return readPage(
      query,
      ['due_on', 'created_at', 'id'],
      (page) => listComplaints(db, { id: user.id, scope }, filter, page),
      presentOfficial,
    );
  },

  'PUT /government/complaints/{id}': async (context) => {
    const { user, scope, params, body } = context;
    return presentOfficial(await answerComplaint(context, { id: user.id, scope }, params.id, body));
  },

  'POST /government/complaints/{id}/take-up': async (context) => {
    const { user, scope, params } = context;
    return presentOfficial(await takeUpComplaint(context, { id: user.id, scope }, params.id));
  },

  'POST /government/complaints/{id}/complainant': (context) => {
    const { user, scope, params } = context;
    return revealComplainant(context, { id: user.id, scope }, params.id);
  },

  'GET /government/ombudspersons': ({ user, db }) => ombudspersons(db, user.id),

  'POST /government/ombudspersons': async (context) => {
    await proposeOmbudsperson(context, context.body.email);
    return ombudspersons(context.db, context.user.id);
  },

  'POST /government/ombudspersons/{id}/confirm': async (context) => {
    await confirmOmbudsperson(context, context.params.id);
    return ombudspersons(context.db, context.user.id);
  },
});

/** Treats eight digits as a complaint number. A wrong check digit is reported as an error, not as "not found". */
function numberIn(q: string | undefined): string | undefined {
  if (!q || !/^[\d\s.-]+$/.test(q) || q.replace(/\D/g, '').length !== 8) return undefined;
  const number = readComplaintNumber(q);
  if (!number) throw fieldProblem('q', 'issue.complaint-number');
  return number;
}

/**
 * Whose data each call gives to whom. A call without a rule here does not compile. From a rule the server writes the
 * access line that the person reads, before the answer is sent. Decision 17 says why each rule is as it is.
 */

import type { AnswerOf } from './base/route.ts';
import type { Api, Call } from './index.ts';
import type { AccessLook } from './records/access-log.ts';
import type { AuditEntry } from './records/audit.ts';

/** Nothing of another person: no line is written. */
type Silent =
  /** The same for everybody, or for nobody in particular: a policy, that something was done. */
  | 'public'
  /** The caller's own. */
  | 'own'
  /** Figures and tiles. */
  | 'aggregate'
  /** How officials are reached, and what they do in office. */
  | 'office'
  /** What one of two people wrote to the other. */
  | 'sent'
  /** Each part is a call of its own, with its own rule. */
  | 'parts';

export type Ids = readonly (string | null | undefined)[];

/** The caller's own id is left out, and without anybody else there is no line. */
type Loud<Answer> =
  /** One thing, known by the `_id` of the answer. */
  | { opening: AccessLook; people: (answer: Answer) => Ids }
  /** A page of a list: one line for all who are on it. */
  | { page: AccessLook; people: (answer: Answer) => Ids }
  /** A file: its handler says before the first byte who is in it. */
  | { export: AccessLook };

export type Disclosure<Answer = never> = Silent | Loud<Answer>;

const applicants = (rows: readonly { applicant: { _id: string } | null }[]): Ids =>
  rows.map(({ applicant }) => applicant?._id);
const parties = (rows: readonly { parties: readonly { farmerId: string }[] }[]): Ids =>
  rows.flatMap((row) => row.parties.map(({ farmerId }) => farmerId));

/** The farmers who acted, and those whose things were acted on; officials act in office. */
export const peopleOfTrail = (rows: readonly AuditEntry[]): Ids =>
  rows.flatMap(({ actor, subjectId }) => [actor?.role === 'farmer' ? actor._id : null, subjectId]);

export const disclosures = {
  'GET /config': 'public',
  'GET /health': 'public',
  'GET /ready': 'public',
  // Hints carry the ids of what changed, to whoever may read it.
  'GET /events': 'own',
  'GET /batch': 'parts',
  'POST /sync-errors': 'own',

  'POST /auth/register': 'own',
  'POST /auth/login': 'own',
  'POST /auth/logout': 'own',
  'POST /auth/revoke': 'public',
  'GET /auth/profile': 'own',
  'POST /auth/forgot-password': 'public',
  'POST /auth/reset-password': 'own',
  'POST /auth/confirm-email': 'own',
  'POST /auth/confirm-email/send': 'own',
  'PUT /auth/profile': 'own',
  'PUT /auth/language': 'own',
  'PUT /auth/password': 'own',
  'POST /auth/confirm': 'own',
  'GET /auth/sessions': 'own',
  'DELETE /auth/sessions/{id}': 'own',
  'GET /auth/data': 'own',
  'DELETE /auth/account': 'own',
  'GET /auth/access-lines': 'own',
  'GET /auth/second-factors': 'own',
  'POST /auth/second-factors/totp': 'own',
  'POST /auth/second-factors/{id}/confirm': 'own',
  'POST /auth/second-factors/passkey-options': 'own',
  'POST /auth/second-factors/passkey': 'own',
  'POST /auth/second-factors/challenge': 'own',
  'POST /auth/second-factors/recovery-codes': 'own',
  'DELETE /auth/second-factors/{id}': 'own',

  'GET /government/invitations': 'office',
  'POST /government/invitations': 'office',
  'DELETE /government/invitations/{id}': 'office',
  // The code alone; the person is told of it by a notice.
  'POST /government/reset-codes': 'office',
  'GET /government/officials': 'office',
  'PUT /government/officials/{id}/duties': 'office',

  'GET /government/posts/own': 'own',
  'PUT /government/posts/own': 'own',
  'GET /government/posts': 'office',
  'POST /government/posts': 'office',
  'PUT /government/posts/{id}/end': 'office',

  'GET /government/trail/{entity}/{id}': { page: 'trail-list', people: peopleOfTrail },
  'GET /government/audit': { page: 'trail-list', people: peopleOfTrail },
  'GET /government/audit.csv': { export: 'trail-export' },
  // A hash.
  'GET /government/audit/head': 'public',

  'POST /contact': 'sent',
  'GET /government/contact-messages': 'sent',
  'PUT /government/contact-messages/{id}': 'sent',
  'POST /government/contact-messages/{id}/answer': 'sent',
  'POST /government/contact-messages/{id}/complaint': 'sent',

  'POST /complaints': 'own',
  'GET /complaints': 'own',
  'GET /government/complaints': 'sent',
  'PUT /government/complaints/{id}': 'sent',

  'GET /land': 'own',
  'GET /land/details': 'own',
  'POST /land': 'own',
  'GET /land/deleted': 'own',
  'GET /land/activities': 'own',
  'GET /land/advice': 'own',
  'GET /land/harvests-to-confirm': 'own',
  'GET /land/{id}': 'own',
  'PUT /land/{id}': 'own',
  'DELETE /land/{id}': 'own',
  'POST /land/{id}/restore': 'own',
  'GET /land/{id}/score': 'own',
  'GET /land/{id}/crops': 'own',
  'POST /land/{id}/crops': 'own',
  'PUT /land/{id}/crops/{recordId}': 'own',
  'PUT /land/{id}/crops/{recordId}/harvest': 'own',
  'DELETE /land/{id}/crops/{recordId}': 'own',
  'GET /land/{id}/water': 'own',
  'POST /land/{id}/water': 'own',
  'PUT /land/{id}/water/{recordId}': 'own',
  'DELETE /land/{id}/water/{recordId}': 'own',
  'GET /land/{id}/fertilizer': 'own',
  'POST /land/{id}/fertilizer': 'own',
  'PUT /land/{id}/fertilizer/{recordId}': 'own',
  'DELETE /land/{id}/fertilizer/{recordId}': 'own',
  'GET /land/{id}/pesticides': 'own',
  'POST /land/{id}/pesticides': 'own',
  'PUT /land/{id}/pesticides/{recordId}': 'own',
  'DELETE /land/{id}/pesticides/{recordId}': 'own',
  'GET /land/{id}/seasons': 'own',
  'GET /land/{id}/report': 'own',
  'GET /land/{id}/report.pdf': 'own',
  'GET /land/{id}/records.csv': 'own',
  'GET /land/{id}/views': 'own',
  'GET /reports/monthly': 'own',
  'GET /reports/monthly.pdf': 'own',
  'GET /reports/sustainability': 'own',
  'GET /reports/sustainability.pdf': 'own',

  // A farmer sees the strip inside the own boundary and nothing of the other.
  'GET /land/boundaries': 'own',
  'GET /land/{id}/boundary': 'own',
  'PUT /land/{id}/boundary': 'own',
  'DELETE /land/{id}/boundary': 'own',
  'GET /boundaries/overlaps': 'own',
  'POST /boundaries/overlaps/{id}/message': 'sent',
  'GET /government/overlaps': { page: 'overlap-list', people: parties },
  'PUT /government/overlaps/{id}': { opening: 'overlap', people: (overlap) => parties([overlap]) },

  'GET /notices': 'own',
  'GET /notices/unread-count': 'own',
  'POST /notices/{id}/read': 'own',
  'POST /notices/read-all': 'own',
  'GET /reminders/settings': 'own',
  'PUT /reminders/settings': 'own',

  'GET /policies': 'public',
  'GET /policies/{id}': 'public',
  'POST /policies': 'public',
  'PUT /policies/{id}': 'public',
  'DELETE /policies/{id}': 'public',
  'POST /policies/{id}/notify': 'public',
  'POST /policies/{id}/read': 'own',
  'GET /policies/{id}/audience': 'aggregate',
  'GET /policies/{id}/reach': 'aggregate',

  'POST /messages': 'sent',
  'GET /messages': 'sent',
  'GET /messages/thread/{threadId}': 'sent',
  'PUT /messages/thread/{threadId}/names': 'sent',
  'GET /messages/unread-count': 'own',
  // Officials are on it as well, in office.
  'GET /messages/users': {
    page: 'people-list',
    people: (rows) => rows.filter(({ role }) => role === 'farmer').map(({ _id }) => _id),
  },

  'POST /subsidies': 'own',
  'GET /subsidies': 'own',
  'GET /subsidies/totals': 'own',
  'GET /subsidies/programmes': 'public',
  'GET /subsidies/programmes/{id}/eligibility': 'own',
  'GET /subsidies/{id}': 'own',
  'GET /subsidies/{id}/eligibility': 'own',
  'POST /subsidies/{id}/appeal': 'own',
  'PUT /subsidies/{id}': 'own',
  'DELETE /subsidies/{id}': 'own',
  // A programme has no applicant.
  'GET /subsidies/admin/all': { page: 'application-list', people: applicants },
  'GET /government/queue': {
    page: 'application-list',
    people: (rows) => rows.map(({ applicant }) => applicant._id),
  },
  'GET /government/queue/counts': 'aggregate',
  'GET /government/queue/{id}/colleagues': 'office',
  'PUT /government/queue/{id}': { opening: 'application', people: ({ applicant }) => [applicant._id] },
  'GET /government/queue-views': 'own',
  'POST /government/queue-views': 'own',
  'DELETE /government/queue-views/{id}': 'own',
  'POST /government/subsidies': 'office',
  'GET /government/subsidies.csv': { export: 'application-export' },
  'GET /government/subsidies/{id}': { opening: 'application', people: (dossier) => applicants([dossier]) },
  'PUT /government/subsidies/{id}': { opening: 'application', people: (row) => applicants([row]) },
  'POST /government/subsidies/{id}/return': { opening: 'application', people: (row) => applicants([row]) },
  'DELETE /government/subsidies/{id}': 'office',
  'GET /government/appeals': {
    page: 'application-list',
    people: (rows) => rows.map(({ applicant }) => applicant._id),
  },
  'PUT /government/appeals/{id}': 'sent',

  'POST /equipment': 'own',
  'GET /equipment': 'own',
  'GET /equipment/{id}': 'own',
  'PUT /equipment/{id}': 'own',
  'DELETE /equipment/{id}': 'own',
  'POST /equipment/{id}/maintenance': 'own',
  'GET /equipment/{id}/maintenance': 'own',
  'PUT /equipment/{id}/maintenance/{recordId}': 'own',
  'DELETE /equipment/{id}/maintenance/{recordId}': 'own',
  'PUT /equipment/{id}/usage': 'own',
  'GET /equipment/{id}/usage': 'own',
  'DELETE /equipment/{id}/usage/{recordId}': 'own',

  'GET /government/analytics': 'aggregate',
  'GET /government/analytics.csv': 'aggregate',
  'GET /government/analytics.pdf': 'aggregate',
  'GET /government/reports': 'office',
  'GET /government/reports/{id}/file': 'aggregate',
  'GET /government/score-runs': 'aggregate',
  // A tile does not tell whose a parcel is.
  'GET /government/tiles/{z}/{x}/{y}': 'aggregate',
  'GET /government/farmers': { page: 'farmer-list', people: (rows) => rows.map(({ _id }) => _id) },
  'GET /government/farmers/{id}': { opening: 'farmer', people: ({ _id }) => [_id] },
  'GET /government/farmers.csv': { export: 'farmer-export' },
  'GET /government/lands.csv': { export: 'parcel-export' },
  'GET /government/lands': { page: 'parcel-list', people: (rows) => rows.map(({ farmer }) => farmer._id) },
  'GET /government/lands/{id}': { opening: 'parcel', people: ({ farmer }) => [farmer._id] },
  'GET /government/waiting-applications': {
    page: 'application-list',
    people: (rows) => rows.map(({ farmerId }) => farmerId),
  },
} satisfies { [C in Call]: Disclosure<AnswerOf<Api[C]>> };

/** The calls that leave a line. */
export type DisclosingCall = {
  [C in Call]: (typeof disclosures)[C] extends Silent ? never : C;
}[Call];

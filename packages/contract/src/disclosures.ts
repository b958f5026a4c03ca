/**
 * Access log rule of each call: whose personal data it discloses. A call of officials, or of both roles, without a rule
 * does not compile. The server writes the access log entry before it sends the response. Decision 17 gives the reasons.
 */

import type { ResponseOf } from './base/route.ts';
import type { Api, Call } from './index.ts';
import type { AccessLook } from './records/access-log.ts';
import type { AuditEntry } from './records/audit.ts';

/** No personal data of others: no access log entry. */
type Unlogged =
  /** Identical for everyone, or without personal data: a policy, a confirmation. */
  | 'public'
  /** The caller's own data. */
  | 'own'
  /** Statistics and map tiles. */
  | 'aggregate'
  /** Contact details and official acts of officials. */
  | 'office'
  /** Content that the sender addressed to the recipient. */
  | 'sent'
  /** Batch: each part is a call with its own rule. */
  | 'parts';

export type Ids = readonly (string | null | undefined)[];

/** The caller's own id is ignored; without other people there is no entry. */
type Logged<Answer> =
  /** One record, identified by the `_id` of the response. */
  | { opening: AccessLook; people: (response: Answer) => Ids }
  /** A page of a list: one entry for all people on it. */
  | { page: AccessLook; people: (response: Answer) => Ids }
  /** A file: its handler reports the people in it before it sends the first byte. */
  | { export: AccessLook };

export type Disclosure<Answer = never> = Unlogged | Logged<Answer>;

const applicants = (rows: readonly { applicant: { _id: string } | null }[]): Ids =>
  rows.map(({ applicant }) => applicant?._id);
const parties = (rows: readonly { parties: readonly { farmerId: string }[] }[]): Ids =>
  rows.flatMap((row) => row.parties.map(({ farmerId }) => farmerId));

/** Farmers as actors and subjects; officials are excluded because they act in office. */
export const peopleOfAuditEntries = (rows: readonly AuditEntry[]): Ids =>
  rows.flatMap(({ actor, subjectId }) => [actor?.role === 'farmer' ? actor._id : null, subjectId]);

/** Calls that only farmers make return their own data, unless a rule says otherwise. */
type FarmerCall = { [C in Call]: Api[C]['access'] extends 'farmer' ? C : never }[Call];
type RuleOf<C extends Call> = Disclosure<ResponseOf<Api[C]>>;

const disclosures = {
  'GET /config': 'public',
  'GET /health': 'public',
  'GET /ready': 'public',
  'GET /basemap/{z}/{x}/{y}': 'public',
  // Change events contain only ids, and go only to users who may read the rows.
  'GET /events': 'own',
  'GET /batch': 'parts',
  'POST /sync': 'parts',
  'POST /sync-errors': 'own',
  'GET /government/system': 'office',
  'POST /government/system/jobs/{task}/retry': 'office',

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
  'GET /auth/account': 'own',
  'DELETE /auth/account': 'own',
  'GET /auth/access-lines': 'own',
  'GET /auth/second-factors': 'own',
  'POST /auth/second-factors/enrolment': 'own',
  'POST /auth/second-factors/totp': 'own',
  'POST /auth/second-factors/{id}/confirm': 'own',
  'POST /auth/second-factors/passkey-options': 'own',
  'POST /auth/second-factors/passkey': 'own',
  'POST /auth/second-factors/challenge': 'own',
  'POST /auth/second-factors/recovery-codes': 'own',
  'DELETE /auth/second-factors/{id}': 'own',

  'GET /government/invitations': 'office',
  'POST /government/invitations': 'office',
  'POST /government/invitations/import': 'office',
  'DELETE /government/invitations/{id}': 'office',
  // Returns only the code; the account's owner gets a notice.
  'POST /government/reset-codes': 'office',
  'GET /government/officials': 'office',
  'PUT /government/officials/{id}/duties': 'office',
  'POST /government/officials/{id}/vouch': 'office',
  'PUT /government/officials/{id}/suspended': 'office',

  'GET /government/settings': 'public',
  'DELETE /government/settings/{name}': 'public',

  'GET /government/posts/own': 'own',
  'PUT /government/posts/own': 'own',
  'GET /government/posts': 'office',
  'POST /government/posts': 'office',
  'PUT /government/posts/{id}/end': 'office',

  'GET /government/trail/{entity}/{id}': { page: 'trail-list', people: peopleOfAuditEntries },
  'GET /government/audit': { page: 'trail-list', people: peopleOfAuditEntries },
  'GET /government/audit.csv': { export: 'trail-export' },
  'POST /government/audit/people/{id}': { opening: 'audit-person', people: ({ _id }) => [_id] },
  // Only a hash.
  'GET /government/audit/head': 'public',

  'POST /contact': 'sent',
  'GET /government/contact-messages': 'sent',
  'PUT /government/contact-messages/{id}': 'sent',
  'POST /government/contact-messages/{id}/answer': 'sent',
  'POST /government/contact-messages/{id}/complaint': 'sent',

  'GET /government/complaints': 'sent',
  'PUT /government/complaints/{id}': 'sent',
  'POST /government/complaints/{id}/take-up': 'sent',
  'POST /government/complaints/{id}/complainant': { opening: 'complaint', people: ({ from }) => [from._id] },
  'GET /government/ombudspersons': 'office',
  'POST /government/ombudspersons': 'office',
  'POST /government/ombudspersons/{id}/confirm': 'office',

  'POST /boundaries/overlaps/{id}/message': 'sent',
  'PUT /boundaries/overlaps/{id}/strip': 'sent',
  'GET /government/overlaps': { page: 'overlap-list', people: parties },
  'PUT /government/overlaps/{id}': { opening: 'overlap', people: (overlap) => parties([overlap]) },

  'GET /notices': 'own',
  'GET /notices/unread-count': 'own',
  'POST /notices/{id}/read': 'own',
  'POST /notices/read-all': 'own',

  'GET /policies': 'public',
  'GET /policies/{id}': 'public',
  'POST /policies': 'public',
  'PUT /policies/{id}': 'public',
  'DELETE /policies/{id}': 'public',
  'POST /policies/{id}/notify': 'public',
  'GET /policies/{id}/audience': 'aggregate',
  'GET /policies/{id}/reach': 'aggregate',

  'GET /government/announcements': 'office',
  'GET /government/announcements/audience': 'aggregate',
  'POST /government/announcements': 'office',
  'DELETE /government/announcements/{id}': 'office',

  'POST /messages': 'sent',
  'GET /messages': 'sent',
  'GET /messages/thread/{threadId}': 'sent',
  'PUT /messages/thread/{threadId}/names': 'sent',
  'GET /messages/unread-count': 'own',
  // The list also contains officials, who act in office.
  'GET /messages/users': {
    page: 'people-list',
    people: (rows) => rows.filter(({ role }) => role === 'farmer').map(({ _id }) => _id),
  },

  'GET /subsidies/programmes': 'public',
  // A programme has no applicant.
  'GET /subsidies/admin/all': { page: 'application-list', people: applicants },
  'GET /government/queue': { page: 'application-list', people: applicants },
  'GET /government/queue.csv': { export: 'application-export' },
  'GET /government/queue/counts': 'aggregate',
  'GET /government/queue/{id}/colleagues': 'office',
  'PUT /government/queue/{id}': { opening: 'application', people: (row) => applicants([row]) },
  'GET /government/queue-views': 'office',
  'POST /government/queue-views': 'own',
  'DELETE /government/queue-views/{id}': 'own',
  'GET /government/staff': 'office',
  'GET /government/case-limit': 'office',
  'PUT /government/case-limit': 'office',
  'GET /government/templates': 'office',
  'POST /government/templates': 'office',
  'PUT /government/templates/{id}': 'office',
  'DELETE /government/templates/{id}': 'office',
  'POST /government/subsidies': 'office',
  'GET /government/subsidies.csv': { export: 'application-export' },
  'GET /government/subsidies/{id}': { opening: 'application', people: (dossier) => applicants([dossier]) },
  'GET /government/subsidies/{id}/approval': { opening: 'application', people: (row) => applicants([row]) },
  'PUT /government/subsidies/{id}': { opening: 'application', people: (row) => applicants([row]) },
  'POST /government/subsidies/{id}/return': { opening: 'application', people: (row) => applicants([row]) },
  'POST /government/subsidies/{id}/notes': { opening: 'application', people: (row) => applicants([row]) },
  'DELETE /government/subsidies/{id}': 'office',
  'POST /government/bulk-decisions': 'own',
  'GET /government/bulk-decisions': 'own',
  'GET /government/bulk-decisions/eligibility': { page: 'application-list', people: applicants },
  'GET /government/bulk-decisions/{id}': {
    page: 'application-list',
    people: ({ rows }) => applicants(rows),
  },
  'POST /government/bulk-decisions/{id}/cancel': 'own',
  'POST /government/subsidies/{id}/binders': 'office',
  'GET /government/subsidies/{id}/binders': 'office',
  'GET /government/binders/{id}/csv': { export: 'application-export' },
  'GET /government/binders/{id}/pdf': { export: 'application-export' },
  'GET /government/appeals': {
    page: 'application-list',
    people: (rows) => rows.map(({ applicant }) => applicant._id),
  },
  'PUT /government/appeals/{id}': 'sent',

  'GET /government/analytics': 'aggregate',
  'GET /government/analytics.csv': 'aggregate',
  'GET /government/analytics.pdf': 'aggregate',
  'GET /government/reports': 'office',
  'GET /government/reports/{id}/file': 'aggregate',
  // Officials act in office.
  'GET /government/board': 'office',
  'GET /government/board.csv': 'office',
  'GET /government/board.pdf': 'office',
  'GET /government/board/records': {
    page: 'application-list',
    people: (rows) => rows.map(({ applicant }) => applicant._id),
  },
  'GET /government/board/reports': 'office',
  'GET /government/board/reports/{id}/file': 'office',
  'GET /government/score-runs': 'aggregate',
  // Tiles do not contain the owner of a parcel.
  'GET /government/tiles/{z}/{x}/{y}': 'aggregate',
  'GET /government/gis-tokens': 'own',
  'POST /government/gis-tokens': 'own',
  'DELETE /government/gis-tokens/{id}': 'own',
  'GET /gis': 'public',
  'GET /gis/conformance': 'public',
  'GET /gis/api': 'public',
  'GET /gis/collections': 'public',
  'GET /gis/collections/parcels': 'public',
  'GET /gis/collections/parcels/items': { export: 'gis-export' },
  'GET /gis/collections/parcels/items/{id}': { export: 'gis-export' },
  'GET /government/farmers': { page: 'farmer-list', people: (rows) => rows.map(({ _id }) => _id) },
  // Names and counties only; one entry per official, person and day.
  'GET /government/search': {
    page: 'search',
    people: ({ farmers, parcels, applications }) => [
      ...farmers.map(({ _id }) => _id),
      ...parcels.map(({ farmer }) => farmer._id),
      ...applications.map(({ applicant }) => applicant._id),
    ],
  },
  'GET /government/farmers/{id}': { opening: 'farmer', people: ({ _id }) => [_id] },
  'GET /government/farmers.csv': { export: 'farmer-export' },
  'GET /government/lands.csv': { export: 'parcel-export' },
  'GET /government/lands.geojson': { export: 'parcel-export' },
  'GET /government/lands': { page: 'parcel-list', people: (rows) => rows.map(({ farmer }) => farmer._id) },
  'GET /government/lands/{id}': { opening: 'parcel', people: ({ farmer }) => [farmer._id] },
  'GET /government/waiting-applications': {
    page: 'application-list',
    people: (rows) => rows.map(({ farmerId }) => farmerId),
  },
} satisfies { [C in Exclude<Call, FarmerCall>]: RuleOf<C> } & { [C in FarmerCall]?: RuleOf<C> };

export const disclosureOf = (call: Call): Disclosure =>
  (disclosures as Partial<Record<Call, Disclosure>>)[call] ?? 'own';

/** Calls that write an access log entry. */
export type DisclosingCall = {
  [C in keyof typeof disclosures]: (typeof disclosures)[C] extends Unlogged ? never : C;
}[keyof typeof disclosures];

import { account, personalData } from './accounts/account.ts';
import { auth } from './accounts/auth.ts';
import { officials } from './accounts/officials.ts';
import { posts } from './accounts/posts.ts';
import { secondFactors } from './accounts/second-factors.ts';
import { settings } from './accounts/settings.ts';
import { batch } from './batch.ts';
import { doctor } from './doctor.ts';
import { boundaries } from './farm/boundaries.ts';
import { equipment, equipmentRecords } from './farm/equipment.ts';
import { land, landRecords } from './farm/land.ts';
import { landReports } from './farm/land-reports.ts';
import { reminders } from './farm/reminders.ts';
import { analytics } from './insight/analytics.ts';
import { announcements } from './insight/announcements.ts';
import { board } from './insight/board.ts';
import { gis, gisTokens } from './insight/gis.ts';
import { registers } from './insight/registers.ts';
import { search } from './insight/search.ts';
import { tiles } from './insight/tiles.ts';
import { appeals } from './office/appeals.ts';
import { binders } from './office/binders.ts';
import { bulkDecisions } from './office/bulk-decisions.ts';
import { cases } from './office/cases.ts';
import { complaints } from './office/complaints.ts';
import { contact } from './office/contact.ts';
import { policies } from './office/policies.ts';
import { queue } from './office/queue.ts';
import { staff } from './office/staff.ts';
import { subsidies } from './office/subsidies.ts';
import { subsidyManagement } from './office/subsidy-management.ts';
import { accessLog } from './records/access-log.ts';
import { audit } from './records/audit.ts';
import { auditSeal } from './records/audit-seal.ts';
import { messages } from './records/messages.ts';
import { notices } from './records/notices.ts';
import { push } from './records/push.ts';
import { templates } from './records/templates.ts';
import { sync } from './sync.ts';
import { system } from './system.ts';

export * from './accounts/account.ts';
export * from './accounts/auth.ts';
export * from './accounts/officials.ts';
export * from './accounts/posts.ts';
export * from './accounts/second-factors.ts';
export * from './accounts/settings.ts';
export * from './base/fields.ts';
export { NONE } from './base/paths.ts';
export * from './base/problem.ts';
export * from './base/route.ts';
export * from './batch.ts';
export * from './doctor.ts';
export * from './farm/boundaries.ts';
export * from './farm/equipment.ts';
export * from './farm/land.ts';
export * from './farm/land-records.ts';
export * from './farm/land-reports.ts';
export * from './farm/land-score.ts';
export * from './farm/land-scoring.ts';
export * from './farm/reminders.ts';
export * from './insight/analytics.ts';
export * from './insight/announcements.ts';
export * from './insight/board.ts';
export * from './insight/gis.ts';
export * from './insight/registers.ts';
export * from './insight/search.ts';
export * from './insight/tiles.ts';
export * from './office/appeals.ts';
export * from './office/binders.ts';
export * from './office/bulk-decisions.ts';
export * from './office/cases.ts';
export * from './office/complaints.ts';
export * from './office/contact.ts';
export * from './office/policies.ts';
export * from './office/queue.ts';
export * from './office/staff.ts';
export * from './office/subsidies.ts';
export * from './office/subsidy-eligibility.ts';
export * from './office/subsidy-management.ts';
export * from './records/access-log.ts';
export * from './records/audit.ts';
export * from './records/audit-seal.ts';
export * from './records/messages.ts';
export * from './records/notices.ts';
export * from './records/push.ts';
export * from './records/templates.ts';
export * from './sync.ts';
export * from './system.ts';

export const api = {
  ...system,
  ...doctor,
  ...auth,
  ...account,
  ...personalData,
  ...accessLog,
  ...officials,
  ...posts,
  ...queue,
  ...staff,
  ...audit,
  ...secondFactors,
  ...settings,
  ...contact,
  ...complaints,
  ...land,
  ...landRecords,
  ...landReports,
  ...boundaries,
  ...notices,
  ...push,
  ...reminders,
  ...policies,
  ...messages,
  ...templates,
  ...subsidies,
  ...subsidyManagement,
  ...appeals,
  ...bulkDecisions,
  ...binders,
  ...cases,
  ...equipment,
  ...equipmentRecords,
  ...analytics,
  ...board,
  ...registers,
  ...announcements,
  ...search,
  ...tiles,
  ...gisTokens,
  ...gis,
  ...auditSeal,
  ...batch,
  ...sync,
};
export type Api = typeof api;
export type Call = keyof Api & string;
/** Calls that can be queued offline. */
export type QueueableCall = { [C in Call]: Api[C] extends { queueable: true } ? C : never }[Call];

import { accessLines } from './access-lines.ts';
import { account } from './account.ts';
import { analytics } from './analytics.ts';
import { appeals } from './appeals.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { batch } from './batch.ts';
import { boundaries } from './boundaries.ts';
import { cases } from './cases.ts';
import { complaints } from './complaints.ts';
import { contact } from './contact.ts';
import { equipment, equipmentRecords } from './equipment.ts';
import { land, landRecords } from './land.ts';
import { landReports } from './land-reports.ts';
import { messages } from './messages.ts';
import { notices } from './notices.ts';
import { officials } from './officials.ts';
import { policies } from './policies.ts';
import { posts } from './posts.ts';
import { queue } from './queue.ts';
import { registers } from './registers.ts';
import { reminders } from './reminders.ts';
import { secondFactors } from './second-factors.ts';
import { subsidies } from './subsidies.ts';
import { subsidyManagement } from './subsidy-management.ts';
import { system } from './system.ts';
import { tiles } from './tiles.ts';
import { trail } from './trail.ts';

export * from './access-lines.ts';
export * from './account.ts';
export * from './analytics.ts';
export * from './appeals.ts';
export * from './audit.ts';
export * from './auth.ts';
export * from './batch.ts';
export * from './boundaries.ts';
export * from './cases.ts';
export * from './complaints.ts';
export * from './contact.ts';
export * from './equipment.ts';
export * from './fields.ts';
export * from './land.ts';
export * from './land-records.ts';
export * from './land-reports.ts';
export * from './land-score.ts';
export * from './land-scoring.ts';
export * from './messages.ts';
export * from './notices.ts';
export * from './officials.ts';
export * from './policies.ts';
export * from './posts.ts';
export * from './problem.ts';
export * from './queue.ts';
export * from './registers.ts';
export * from './reminders.ts';
export * from './route.ts';
export * from './second-factors.ts';
export * from './subsidies.ts';
export * from './subsidy-eligibility.ts';
export * from './subsidy-management.ts';
export * from './system.ts';
export * from './tiles.ts';
export * from './trail.ts';

/** Every call of the product. */
export const api = {
  ...system,
  ...auth,
  ...account,
  ...accessLines,
  ...officials,
  ...posts,
  ...queue,
  ...audit,
  ...secondFactors,
  ...contact,
  ...complaints,
  ...land,
  ...landRecords,
  ...landReports,
  ...boundaries,
  ...notices,
  ...reminders,
  ...policies,
  ...messages,
  ...subsidies,
  ...subsidyManagement,
  ...appeals,
  ...cases,
  ...equipment,
  ...equipmentRecords,
  ...analytics,
  ...registers,
  ...tiles,
  ...trail,
  ...batch,
};
export type Api = typeof api;
export type Call = keyof Api & string;
/** What a person may do without a network. */
export type QueueableCall = { [C in Call]: Api[C] extends { queueable: true } ? C : never }[Call];

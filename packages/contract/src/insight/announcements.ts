/** Announcements of an office to the farmers of a county, a programme, a crop or a search result. */
import * as z from 'zod';
import { clientId, Done, id, line, optional, paging, text, timestamp, wholeNumber } from '../base/fields.ts';
import {
  MAX_ANNOUNCEMENT_FARMERS,
  MAX_ANNOUNCEMENT_LENGTH,
  MAX_KIND_LENGTH,
  MAX_NAME_LENGTH,
} from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { RegionFilter } from './analytics.ts';

/** All conditions apply. An office of a county reaches farmers with land there, and no others. */
const audienceFilters = {
  county: optional(z.string().max(MAX_KIND_LENGTH)),
  /** Farmers with an application to the programme that is not withdrawn. */
  programmeId: optional(id),
  /** Key of the crop table: grown now or in the last two years. */
  crop: optional(z.string().max(MAX_KIND_LENGTH)),
  /** The other filters of the register of farmers. */
  q: optional(z.string().trim().max(MAX_NAME_LENGTH)),
  region: optional(RegionFilter),
  machines: optional(z.enum(['yes'])),
};

const AnnouncementFilter = z.object(audienceFilters);
export type AnnouncementFilter = z.output<typeof AnnouncementFilter>;

const language = z.enum(['en', 'sw']);
const content = { title: line(MAX_NAME_LENGTH), content: text(MAX_ANNOUNCEMENT_LENGTH) };

export const AnnouncementInput = z.object({
  ...content,
  /** Of title and content. */
  language,
  /** The same in the other language. */
  translation: z.object(content).nullish(),
  audience: AnnouncementFilter,
  /** The size that the sender confirmed: a larger audience is refused. */
  expected: optional(wholeNumber(0, MAX_ANNOUNCEMENT_FARMERS)),
  ...clientId,
});
export type AnnouncementInput = z.input<typeof AnnouncementInput>;

const count = z.number().int();

export const AnnouncementAudience = z.object({
  farmers: count,
  /** More farmers than one announcement may reach. */
  tooMany: z.boolean(),
  /** Announcements that the office may still send this month. */
  left: count,
});
export type AnnouncementAudience = z.infer<typeof AnnouncementAudience>;

export const Announcement = z.object({
  _id: id,
  title: z.string(),
  content: z.string(),
  language,
  translation: z.object({ title: z.string(), content: z.string() }).nullable(),
  audience: AnnouncementFilter,
  programmeName: z.string().nullable(),
  /** The office that sent it; null for the national one. */
  county: z.string().nullable(),
  /** Empty for a deleted account. */
  sentBy: z.string(),
  sentAt: timestamp,
  /** Recipients, and how many of them have read it. */
  farmers: count,
  read: count,
  withdrawnAt: timestamp.nullable(),
});
export type Announcement = z.infer<typeof Announcement>;

export const announcements = contract({
  'GET /government/announcements': {
    summary: 'Announcements of the office, newest first, and how many farmers have read each',
    access: 'government',
    query: z.object(paging),
    response: z.array(Announcement),
    paged: true,
  },
  'GET /government/announcements/audience': {
    summary:
      'How many farmers an announcement would reach, and how many the office may still send this month',
    access: 'government',
    duty: 'decide',
    auditAction: 'farmer.search',
    limit: 'search',
    query: AnnouncementFilter,
    response: AnnouncementAudience,
  },
  'POST /government/announcements': {
    summary: 'Send an announcement to the farmers of a county, a programme, a crop or a search result',
    access: 'government',
    duty: 'decide',
    body: AnnouncementInput,
    response: Announcement,
    status: 201,
  },
  'DELETE /government/announcements/{id}': {
    summary: 'Withdraw an announcement: farmers no longer see it; it still counts for the month',
    access: 'government',
    duty: 'decide',
    response: Done,
  },
});

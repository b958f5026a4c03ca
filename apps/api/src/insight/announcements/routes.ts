import { type Announcement, announcements } from '@ardhi/contract';
import { MAX_ANNOUNCEMENT_FARMERS, MAX_ANNOUNCEMENTS_PER_MONTH } from '@ardhi/contract/limits';
import { routesOf } from '../../lib/http/bind.ts';
import { readPage } from '../../lib/http/page.ts';
import { countyOf } from '../../lib/http/scope.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { problem } from '../../lib/text/problem.ts';
import { countRecipients, recipients } from './audience.ts';
import {
  type AnnouncementRow,
  countThisMonth,
  findAnnouncement,
  listAnnouncements,
  lockAnnouncement,
  withdraw,
} from './queries.ts';
import { sendAnnouncement } from './send.ts';

export const announcementRoutes = routesOf(announcements, {
  'GET /government/announcements': ({ scope, query, db }) =>
    readPage(query, ['sent_at', 'id'], (page) => listAnnouncements(db, scope, page), present),

  'GET /government/announcements/audience': async ({ scope, query, db }) => {
    const farmers = await countRecipients(db, await recipients(db, scope, query));
    return {
      farmers: Math.min(farmers, MAX_ANNOUNCEMENT_FARMERS),
      tooMany: farmers > MAX_ANNOUNCEMENT_FARMERS,
      left: Math.max(0, MAX_ANNOUNCEMENTS_PER_MONTH - (await countThisMonth(db, countyOf(scope)))),
    };
  },

  'POST /government/announcements': async (context) => {
    const id = await sendAnnouncement(context, context.body);
    return present((await findAnnouncement(context.db, id))!);
  },

  'DELETE /government/announcements/{id}': async ({ scope, params, db, audit, emit, t }) => {
    const announcement = orNotFound(await lockAnnouncement(db, scope, params.id));
    if (announcement.withdrawn_at !== null) throw problem('gone');
    await withdraw(db, announcement.id);
    const { title, county } = announcement;
    await audit({
      action: 'announcement.withdraw',
      entityId: announcement.id,
      before: { title, ...(county === null ? {} : { county }) },
    });
    emit({ role: 'farmer' }, 'notice', [announcement.id]);
    return { message: t('done.announcement-withdrawn') };
  },
});

function present(row: AnnouncementRow): Announcement {
  return {
    _id: row.id,
    title: row.title,
    content: row.content,
    language: row.language,
    translation:
      row.other_title === null ? null : { title: row.other_title, content: row.other_content ?? '' },
    audience: row.audience,
    programmeName: row.programme_name,
    county: row.county,
    sentBy: row.sent_by_name,
    sentAt: row.sent_at,
    farmers: row.farmers,
    read: row.read,
    withdrawnAt: row.withdrawn_at,
  };
}

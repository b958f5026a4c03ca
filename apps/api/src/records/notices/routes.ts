import { type Language, type Notice, notices } from '@ardhi/contract';
import type { PageRequest } from '../../lib/database/rows.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import { problem } from '../../lib/text/problem.ts';
import {
  advanceReadUntil,
  countUnread,
  findNotice,
  insertAllReads,
  listNotices,
  type NoticeRow,
} from './queries.ts';
import { markRead } from './service.ts';
import { noticeTexts } from './texts.ts';

export const noticeRoutes = routesOf(notices, {
  'GET /notices': async ({ user, query, db, language }) => {
    const list = (page: PageRequest) => listNotices(db, user, page);
    return readPage(query, BY_CREATION, list, (row) => present(row, language));
  },

  'GET /notices/unread-count': async ({ user, db }) => ({ count: await countUnread(db, user) }),

  'POST /notices/{id}/read': async (context) => {
    const { user, params, db } = context;
    if (!(await findNotice(db, user, params.id))) throw problem('not-found');
    return { count: await markRead(context, [params.id]) };
  },

  'POST /notices/read-all': async ({ user, db, emit, t }) => {
    await insertAllReads(db, user);
    await advanceReadUntil(db, user.id);
    emit({ user: user.id }, 'notice');
    return { message: t('done.notices-read') };
  },
});

function present(row: NoticeRow, language: Language): Notice {
  return {
    _id: row.id,
    kind: row.kind,
    ...noticeTexts(language, row.kind, row.details),
    link: row.link,
    read: row.read,
    createdAt: row.created_at,
  };
}

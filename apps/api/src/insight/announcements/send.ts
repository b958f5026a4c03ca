/** Sends an announcement: one notice, and its recipients as they are at this moment. */
import type { AnnouncementInput } from '@ardhi/contract';
import { addMonths, today } from '@ardhi/contract/dates';
import { MAX_ANNOUNCEMENT_FARMERS, MAX_ANNOUNCEMENTS_PER_MONTH } from '@ardhi/contract/limits';
import type * as z from 'zod';
import { newId } from '../../lib/database/id.ts';
import { longDate } from '../../lib/documents/document-language.ts';
import type { RequestContext } from '../../lib/http/respond.ts';
import { type Area, countyOf } from '../../lib/http/scope.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { keyedHash } from '../../lib/settings/keyed-hash.ts';
import { problem } from '../../lib/text/problem.ts';
import { addBroadcast } from '../../records/notices/service.ts';
import { recipients } from './audience.ts';
import {
  countThisMonth,
  freezeRecipients,
  insertAnnouncement,
  isKnownId,
  lockOffice,
  setFarmers,
} from './queries.ts';

type Input = z.output<typeof AnnouncementInput>;
type Context = WriteContext & Pick<RequestContext, 'language'> & { scope: Area };

/** Returns its id, which is also that of the notice. */
export async function sendAnnouncement(context: Context, input: Input): Promise<string> {
  const { db, user, scope, audit } = context;
  const { _id: id = newId(), audience, language, title, content } = input;
  const translation = input.translation ?? null;
  const county = countyOf(scope);
  await lockOffice(db, county);
  // A retry after its idempotency key has expired must not send it again.
  if (await isKnownId(db, id)) throw problem('id-taken');
  if ((await countThisMonth(db, county)) >= MAX_ANNOUNCEMENTS_PER_MONTH)
    throw problem('announcement-limit', {
      values: { most: MAX_ANNOUNCEMENTS_PER_MONTH, date: longDate(context.language, nextMonth()) },
    });
  const condition = await recipients(db, scope, audience);
  await addBroadcast(context, {
    id,
    audience: 'farmer',
    kind: 'announcement',
    values: textsOf(input),
    link: null,
  });
  await insertAnnouncement(db, {
    id,
    county,
    sent_by: user.id,
    language,
    title,
    content,
    other_title: translation?.title ?? null,
    other_content: translation?.content ?? null,
    audience,
    farmers: MAX_ANNOUNCEMENT_FARMERS,
  });
  const farmers = await freezeRecipients(db, id, condition);
  if (farmers === 0) throw problem('announcement-empty');
  if (farmers > MAX_ANNOUNCEMENT_FARMERS)
    throw problem('announcement-too-many', { values: { most: MAX_ANNOUNCEMENT_FARMERS } });
  if (farmers > (input.expected ?? farmers))
    throw problem('announcement-grown', { values: { count: farmers } });
  await setFarmers(db, id, farmers);
  const { q, ...filters } = audience;
  await audit({
    action: 'announcement.send',
    entityId: id,
    after: {
      title,
      description: content,
      farmers,
      ...(county === null ? {} : { county }),
      ...filters,
      ...(q ? { words: keyedHash('words', q.toLowerCase()) } : {}),
    },
  });
  return id;
}

const nextMonth = () => `${addMonths(today().slice(0, 7), 1)}-01`;

/** The texts in both languages, each the original where there is no translation: each reader gets their own. */
function textsOf({ language, title, content, translation }: Input) {
  const other = translation ?? { title, content };
  const [en, sw] = language === 'en' ? [{ title, content }, other] : [other, { title, content }];
  return { title: en.title, text: en.content, titleSw: sw.title, textSw: sw.content };
}

/** Notice texts: only kind and values are stored, so each reader gets their own language. */
import type { Language } from '@ardhi/contract';
import { type Addressee, letter } from '../../lib/jobs/mail.ts';
import type { Env } from '../../lib/settings/env.ts';
import { isMessageKey, type MessageKey, type MessageValues, translator } from '../../lib/text/i18n.ts';

type KindOf<Key> = Key extends `notice.${infer Kind}.title` ? Kind : never;

/** Every kind that has texts. A domain adds `notice.<kind>.title` and `.body` to its catalogue. */
export type NoticeKind = KindOf<MessageKey>;

export function noticeTexts(
  language: Language,
  kind: string,
  details: MessageValues,
): { title: string; body: string } {
  const t = translator(language);
  const values = language === 'sw' ? inKiswahili(details) : details;
  const titleKey = `notice.${kind}.title`;
  const bodyKey = `notice.${kind}.body`;
  // A newer server version may have stored a kind that this one has no texts for.
  return {
    title: isMessageKey(titleKey) ? t(titleKey, values) : '',
    body: isMessageKey(bodyKey) ? t(bodyKey, values) : '',
  };
}

/** A value such as `reasonSw` replaces `reason`, where an official entered both. */
function inKiswahili(details: MessageValues): MessageValues {
  const translated = Object.entries(details).flatMap(([name, value]) =>
    name.endsWith('Sw') && value !== '' ? [[name.slice(0, -2), value]] : [],
  );
  return { ...details, ...Object.fromEntries(translated) };
}

export interface NoticeMail {
  language: Language;
  to: Addressee;
  kind: string;
  details: MessageValues;
  link: string | null;
}

/** The notice as an email, with a link if `publicUrl` is configured. */
export function noticeMail(env: Env, mail: NoticeMail): { subject: string; text: string } {
  const t = translator(mail.language);
  const { title, body } = noticeTexts(mail.language, mail.kind, mail.details);
  const more =
    env.publicUrl && mail.link
      ? `${t('notice.mail.open')}\n${new URL(mail.link, env.publicUrl).href}`
      : t('notice.mail.sign-in');
  return {
    subject: title.replace(/\s+/g, ' '),
    text: letter(mail.language, mail.to, [title, body, more]),
  };
}

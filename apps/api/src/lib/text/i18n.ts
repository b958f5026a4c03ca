/** Server texts for errors, mails and documents: ICU messages in English and Kiswahili. */

import scoreEn from '@ardhi/agronomy/locales/en/score.json' with { type: 'json' };
import scoreSw from '@ardhi/agronomy/locales/sw/score.json' with { type: 'json' };
import type { Language } from '@ardhi/contract';
import { type I18n, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import analyticsEn from '../../locales/en/analytics.json' with { type: 'json' };
import auditEn from '../../locales/en/audit.json' with { type: 'json' };
import boardEn from '../../locales/en/board.json' with { type: 'json' };
import boundariesEn from '../../locales/en/boundaries.json' with { type: 'json' };
import complaintsEn from '../../locales/en/complaints.json' with { type: 'json' };
import coreEn from '../../locales/en/core.json' with { type: 'json' };
import doctorEn from '../../locales/en/doctor.json' with { type: 'json' };
import equipmentEn from '../../locales/en/equipment.json' with { type: 'json' };
import landEn from '../../locales/en/land.json' with { type: 'json' };
import messagesEn from '../../locales/en/messages.json' with { type: 'json' };
import noticesEn from '../../locales/en/notices.json' with { type: 'json' };
import policiesEn from '../../locales/en/policies.json' with { type: 'json' };
import remindersEn from '../../locales/en/reminders.json' with { type: 'json' };
import subsidiesEn from '../../locales/en/subsidies.json' with { type: 'json' };
import analyticsSw from '../../locales/sw/analytics.json' with { type: 'json' };
import auditSw from '../../locales/sw/audit.json' with { type: 'json' };
import boardSw from '../../locales/sw/board.json' with { type: 'json' };
import boundariesSw from '../../locales/sw/boundaries.json' with { type: 'json' };
import complaintsSw from '../../locales/sw/complaints.json' with { type: 'json' };
import coreSw from '../../locales/sw/core.json' with { type: 'json' };
import doctorSw from '../../locales/sw/doctor.json' with { type: 'json' };
import equipmentSw from '../../locales/sw/equipment.json' with { type: 'json' };
import landSw from '../../locales/sw/land.json' with { type: 'json' };
import messagesSw from '../../locales/sw/messages.json' with { type: 'json' };
import noticesSw from '../../locales/sw/notices.json' with { type: 'json' };
import policiesSw from '../../locales/sw/policies.json' with { type: 'json' };
import remindersSw from '../../locales/sw/reminders.json' with { type: 'json' };
import subsidiesSw from '../../locales/sw/subsidies.json' with { type: 'json' };

const catalogues = {
  en: {
    ...coreEn,
    ...scoreEn,
    ...analyticsEn,
    ...auditEn,
    ...boardEn,
    ...landEn,
    ...boundariesEn,
    ...subsidiesEn,
    ...complaintsEn,
    ...doctorEn,
    ...equipmentEn,
    ...noticesEn,
    ...remindersEn,
    ...policiesEn,
    ...messagesEn,
  },
  sw: {
    ...coreSw,
    ...scoreSw,
    ...analyticsSw,
    ...auditSw,
    ...boardSw,
    ...landSw,
    ...boundariesSw,
    ...subsidiesSw,
    ...complaintsSw,
    ...doctorSw,
    ...equipmentSw,
    ...noticesSw,
    ...remindersSw,
    ...policiesSw,
    ...messagesSw,
  },
};

export type MessageKey = keyof typeof catalogues.en;
export type MessageValues = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

const ready = new Map<Language, I18n>();

function load(language: Language): I18n {
  const known = ready.get(language);
  if (known) return known;
  const messages = Object.fromEntries(
    Object.entries(catalogues[language]).map(([key, message]) => [key, compileMessage(message)]),
  );
  // Dates are written as in Kenya: 5 March 2026.
  const i18n = setupI18n({ locale: language, locales: `${language}-KE`, messages: { [language]: messages } });
  ready.set(language, i18n);
  return i18n;
}

export function translator(language: Language): Translate {
  const i18n = load(language);
  return (key, values) => i18n._(key, values);
}

export function isMessageKey(key: string): key is MessageKey {
  return key in catalogues.en;
}

/** Preferred supported language of an Accept-Language header. */
export function languageOf(header: string | undefined): Language {
  const requested = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
      return { tag: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { tag } of requested) if (tag === 'en' || tag === 'sw') return tag;
  return 'en';
}

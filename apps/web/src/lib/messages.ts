/** The catalogues: one file per domain and language, compiled at build time, loaded when a page needs them. */
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Language } from './language.ts';
import type { Domain, MessageKey } from './message-keys.ts';

export type MessageValues = Record<string, string | number>;

/** Those of the public pages; the list of the others is long, and only signed-in people fetch it. */
const publicFiles = import.meta.glob<Messages>('../locales/*/{app,auth,contact,features,home,ui}.json', {
  import: 'default',
});

function create(language: Language): I18n {
  // A missing key shows itself instead of logging; the catalogue test keeps it from happening.
  const i18n = setupI18n({ missing: (_language, id) => id, messages: { [language]: {} } });
  i18n.activate(language, `${language}-KE`);
  return i18n;
}

const instances: Record<Language, I18n> = { en: create('en'), sw: create('sw') };
const loaded: Record<Language, Set<Domain>> = { en: new Set(), sw: new Set() };

export function hasMessages(domains: readonly Domain[], language: Language): boolean {
  return domains.every((domain) => loaded[language].has(domain));
}

export function loadedDomains(language: Language): Domain[] {
  return [...loaded[language]];
}

async function loadDomain(domain: Domain, language: Language): Promise<void> {
  if (loaded[language].has(domain)) return;
  const file = `${language}/${domain}.json`;
  const load = publicFiles[`../locales/${file}`] ?? (await import('./catalogues.ts')).catalogues[file];
  if (!load) throw new Error(`No catalogue ${language}/${domain}`);
  addMessages(domain, language, await load());
}

/** Makes a domain's compiled messages known; the prerenderer and the tests hand them in directly. */
export function addMessages(domain: Domain, language: Language, messages: Messages): void {
  instances[language].load(language, messages);
  loaded[language].add(domain);
}

/** A domain's messages as they are loaded: a prerendered page carries them. */
export function compiledMessages(domain: Domain, language: Language): Messages {
  return Object.fromEntries(
    Object.entries(instances[language].messages).filter(([key]) => key.startsWith(`${domain}.`)),
  );
}

export async function loadMessages(domains: readonly Domain[], language: Language): Promise<void> {
  await Promise.all(domains.map((domain) => loadDomain(domain, language)));
}

export function translate(language: Language, key: MessageKey, values?: MessageValues): string {
  return instances[language]._(key, values);
}

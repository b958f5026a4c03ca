/** Message catalogues: one file per domain and language, compiled at build time, loaded on demand. */
import { interpolate, type Messages, type MessageValues } from './interpolate.ts';
import type { Language } from './language.ts';
import type { Domain, MessageKey } from './message-keys.ts';

export type { Messages, MessageValues };

/** Catalogues of the public pages. The longer list of the others is a separate chunk that only signed-in users load. */
const publicFiles = import.meta.glob<Messages>('../../locales/*/{app,auth,contact,features,home,ui}.json', {
  import: 'default',
});

const catalogues: Record<Language, Messages> = { en: {}, sw: {} };
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
  const load =
    publicFiles[`../../locales/${file}`] ??
    (await import('./catalogues.ts')).catalogues[file] ??
    (await import('./office-catalogues.ts')).officeCatalogues[file];
  if (!load) throw new Error(`No catalogue ${language}/${domain}`);
  addMessages(domain, language, await load());
}

/** Registers compiled messages. The prerenderer and the tests call it directly. */
export function addMessages(domain: Domain, language: Language, messages: Messages): void {
  Object.assign(catalogues[language], messages);
  loaded[language].add(domain);
}

/** Messages of one domain, for embedding in a prerendered page. */
export function compiledMessages(domain: Domain, language: Language): Messages {
  return Object.fromEntries(
    Object.entries(catalogues[language]).filter(([key]) => key.startsWith(`${domain}.`)),
  );
}

export async function loadMessages(domains: readonly Domain[], language: Language): Promise<void> {
  await Promise.all(domains.map((domain) => loadDomain(domain, language)));
}

/** Whether a key that was put together at run time is in a loaded catalogue. */
export const isMessageKey = (key: string): key is MessageKey =>
  Object.values(catalogues).some((messages) => key in messages);

export function translate(language: Language, key: MessageKey, values: MessageValues = {}): string {
  // A missing key is shown as is; the catalogue test prevents it.
  return interpolate(catalogues[language][key] ?? key, values);
}

/** Compiles the catalogues to JSON at build time, so that no ICU parser ships to the browser. */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

export function compileCatalogue(source: string): string {
  const messages: Record<string, string> = JSON.parse(source);
  const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)]);
  return JSON.stringify(Object.fromEntries(compiled));
}

export function messagesPlugin(): Plugin {
  return {
    name: 'ardhi-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/locales\/(en|sw)\/[\w-]+\.json$/ },
      handler: (code) => ({ code: compileCatalogue(code), map: null }),
    },
  };
}

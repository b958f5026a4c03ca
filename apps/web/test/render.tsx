/** Renders a component with the app's providers: router, language, configuration, query client. */
import type { User } from '@ardhi/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { ConfigProvider, type PublicConfig } from '../src/lib/http/config.tsx';
import { sessionStore } from '../src/lib/session/session-store.ts';
import { type Language, LanguageProvider } from '../src/lib/text/i18n.tsx';

export const testConfig: PublicConfig = {
  contact: { email: 'info@ardhi.example', phone: '+254 700 000 000', address: '123 Farm Road' },
  operator: 'Kenya',
  social: [
    { name: 'Facebook', url: '' },
    { name: 'X', url: 'https://x.example/ardhi' },
  ],
  governmentSignup: 'open',
  mail: false,
  pushKey: null,
  basemapUrl: null,
  basemapTiles: null,
  imagery: null,
};

export const signIn = (user: User) => sessionStore.signIn({ token: 't', role: user.role, user });

interface Options {
  path?: string;
  language?: Language;
  config?: Partial<PublicConfig>;
}

export function renderApp(ui: ReactNode, { path = '/', language = 'en', config }: Options = {}) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  return render(
    <MemoryRouter initialEntries={[path]}>
      <ConfigProvider config={{ ...testConfig, ...config }}>
        <LanguageProvider initial={language}>
          <QueryClientProvider client={client}>{ui}</QueryClientProvider>
        </LanguageProvider>
      </ConfigProvider>
    </MemoryRouter>,
  );
}

/** Public server configuration: embedded in every served page, fetched in development, where Vite serves the pages. */
import type { PublicConfig } from '@ardhi/contract';
import { createContext, type ReactNode, useContext } from 'react';
import { call } from './api.ts';

export type { PublicConfig };

/** Placeholders in prerendered pages; the server replaces them when it serves the page. */
export const PLACEHOLDER_CONFIG: PublicConfig = {
  contact: { email: '%CONTACT_EMAIL%', phone: '%CONTACT_PHONE%', address: '%CONTACT_ADDRESS%' },
  operator: '%OPERATOR%',
  social: [],
  governmentSignup: 'open',
  mail: false,
  pushKey: null,
  basemapUrl: null,
  basemapTiles: null,
  imagery: null,
};

export async function readConfig(): Promise<PublicConfig> {
  const text = document.getElementById('config')?.textContent ?? '';
  if (text.startsWith('{')) return JSON.parse(text);
  return await call('GET /config', { anonymous: true });
}

const ConfigContext = createContext<PublicConfig>(PLACEHOLDER_CONFIG);

export function ConfigProvider({ config, children }: { config: PublicConfig; children: ReactNode }) {
  return <ConfigContext value={config}>{children}</ConfigContext>;
}

export function useConfig(): PublicConfig {
  return useContext(ConfigContext);
}

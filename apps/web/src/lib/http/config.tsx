/** The server's public configuration: inside every served page; asked for in development, where pages come from Vite. */
import type { PublicConfig } from '@ardhi/contract';
import { createContext, type ReactNode, useContext } from 'react';
import { call } from './api.ts';

export type { PublicConfig };

/** What a prerendered page holds until the server puts its values in. */
export const PLACEHOLDER_CONFIG: PublicConfig = {
  contact: { email: '%CONTACT_EMAIL%', phone: '%CONTACT_PHONE%', address: '%CONTACT_ADDRESS%' },
  social: [],
  governmentSignup: 'open',
  mail: false,
  basemapUrl: null,
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

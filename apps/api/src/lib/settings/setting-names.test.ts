import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { misspelledSettings, settingNames } from './setting-names.ts';

const meantBy = (name: string) => misspelledSettings({ [name]: 'x' }).map(({ meant }) => meant);

it('reports a name within two letters of a setting, with that setting', () => {
  expect(meantBy('GOVERMENT_SIGNUP')).toEqual(['GOVERNMENT_SIGNUP']);
  expect(meantBy('GOVERMENT_SINGUP')).toEqual(['GOVERNMENT_SIGNUP']);
  expect(meantBy('DATABSE_URL')).toEqual(['DATABASE_URL']);
  expect(meantBy('DATADIR')).toEqual(['DATA_DIR']);
  expect(meantBy('smtp_url')).toEqual(['SMTP_URL']);
  expect(meantBy('PROT')).toEqual(['PORT']);
});

it('reports neither settings nor the usual variables of a system', () => {
  const usual =
    'HOME HOSTNAME PATH PWD OLDPWD USER LOGNAME SHELL SHLVL TERM LANG LC_ALL TZ EDITOR MAIL TMPDIR DISPLAY CI NODE_ENV ' +
    'NODE_OPTIONS PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD HTTP_PROXY HTTPS_PROXY NO_PROXY INVOCATION_ID ' +
    'STATE_DIRECTORY JOURNAL_STREAM INIT_CWD OTEL_EXPORTER_OTLP_HEADERS OTEL_RESOURCE_ATTRIBUTES KUBERNETES_PORT';
  for (const name of [...usual.split(' '), ...settingNames()]) expect(meantBy(name), name).toEqual([]);
});

it('are all documented', () => {
  const docs = readFileSync(new URL('../../../../../docs/configuration.md', import.meta.url), 'utf8');
  const isInternal = (name: string) => name.startsWith('ARDHI_DEMO');
  const missing = settingNames().filter((name) => !isInternal(name) && !docs.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

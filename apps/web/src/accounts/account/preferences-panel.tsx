import { setTheme, useTheme } from '../../lib/page/theme.ts';
import { useLanguage, useT } from '../../lib/text/i18n.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/text/language.ts';
import { useChooseLanguage } from '../../ui/controls/language-switch.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

export function PreferencesPanel() {
  const t = useT();
  const { language } = useLanguage();
  const { choose, failed } = useChooseLanguage();
  const theme = useTheme();
  return (
    <Panel title={t('account.preferences.title')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <div>
          <p className="mb-1.5 font-semibold">{t('account.preferences.language')}</p>
          <Segmented
            label={t('account.preferences.language')}
            value={language}
            onChange={choose}
            options={LANGUAGES.map((value) => ({
              value,
              label: <span lang={value}>{LANGUAGE_NAMES[value]}</span>,
            }))}
          />
          <p className="mt-1.5 text-sm text-muted">{t('account.preferences.languageHint')}</p>
          {failed && (
            <p role="alert" className="mt-1.5 text-sm text-clay">
              {t('app.language.failed', { language: LANGUAGE_NAMES[failed] })}
            </p>
          )}
        </div>
        <div>
          <p className="mb-1.5 font-semibold">{t('account.preferences.theme')}</p>
          <Segmented
            label={t('account.preferences.theme')}
            value={theme}
            onChange={setTheme}
            options={[
              { value: 'light', label: t('account.preferences.light') },
              { value: 'dark', label: t('account.preferences.dark') },
            ]}
          />
          <p className="mt-1.5 text-sm text-muted">{t('account.preferences.themeHint')}</p>
        </div>
      </div>
    </Panel>
  );
}

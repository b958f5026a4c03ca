import { Moon, Sun } from 'lucide-react';
import { setTheme, useTheme } from '../lib/page/theme.ts';
import { useT } from '../lib/text/i18n.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';

/** Both icons are in the page; the theme on <html> selects one before any script runs. */
export function ThemeSwitch() {
  const t = useT();
  const theme = useTheme();
  return (
    <IconButton
      size="small"
      data-early="theme"
      label={theme === 'dark' ? t('app.theme.toLight') : t('app.theme.toDark')}
      icon={
        <>
          <Moon size={18} aria-hidden="true" className="dark:hidden" />
          <Sun size={18} aria-hidden="true" className="hidden dark:block" />
        </>
      }
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
    />
  );
}

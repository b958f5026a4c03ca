import { paths } from '@ardhi/contract/paths';
import { Menu, Moon, Sun, X } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { useHydrated } from '../lib/page/hydrated.ts';
import { setTheme, useTheme } from '../lib/page/theme.ts';
import { useSession } from '../lib/session/session.tsx';
import { useT } from '../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { cx } from '../ui/controls/cx.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { LanguageSwitch } from '../ui/controls/language-switch.tsx';

const AccountTools = lazy(() => import('./account-tools.tsx'));

/** One set of links for all widths: a row on wide screens, behind the Menu button on small ones. */
export function NavBar() {
  const t = useT();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another page is opened
  useEffect(() => setOpen(false), [pathname]);

  useEarlyTaps();

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    menuButton.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc anywhere in the bar closes its menu
    <header className="nav-bar border-b border-line bg-surface print:hidden" onKeyDown={closeOnEscape}>
      <div className="wrap flex flex-wrap items-center sm:gap-x-3 lg:flex-nowrap lg:gap-x-5 xl:gap-x-7">
        {/* Extends into the page margin, so that the logo alone is a full touch target. */}
        <Link
          to={paths.home}
          className="-ml-3.5 flex min-h-14 shrink-0 items-center rounded-card pl-3.5 sm:min-h-[68px]"
        >
          <Logo />
        </Link>
        <div className="ml-auto flex items-center sm:gap-1 lg:order-2 lg:flex-none">
          <Tools />
          <LanguageSwitch />
          <Button
            ref={menuButton}
            className="menu-button max-sm:gap-1 max-sm:px-2 lg:hidden"
            size="small"
            aria-expanded={open}
            aria-controls="menu"
            data-early="menu"
            icon={open ? <X size={18} aria-hidden="true" /> : <Menu size={18} aria-hidden="true" />}
            onClick={() => setOpen(!open)}
          >
            {/* At 360 px the tools, both languages and this button share one line. */}
            <span className="max-sm:in-data-[session=in]:sr-only">{t('app.nav.menu')}</span>
          </Button>
        </div>
        {/* On wide screens its items join the row of the bar, with the tools between them. */}
        <div id="menu" className={cx('min-w-0 basis-full pb-4 lg:contents', open ? 'block' : 'hidden')}>
          <nav
            aria-label={t('app.nav.label')}
            className="nav-links lg:order-1 lg:flex lg:flex-none lg:gap-[clamp(14px,1.8vw,22px)]"
          >
            <NavLink to={paths.home} end>
              {t('app.nav.home')}
            </NavLink>
            <NavLink to={paths.marketplace}>{t('app.nav.marketplace')}</NavLink>
            <NavLink to={paths.contact}>{t('app.nav.contact')}</NavLink>
            <NavLink to={paths.dashboard} className="when-in">
              {t('app.nav.dashboard')}
            </NavLink>
          </nav>
          <div className="nav-who flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3 lg:order-3 lg:min-w-0 lg:flex-nowrap lg:border-0 lg:p-0">
            <Welcome />
            <ThemeSwitch />
            <LogoutButton />
            <ButtonLink to={paths.login} size="small" className="when-out">
              {t('app.nav.login')}
            </ButtonLink>
          </div>
        </div>
      </div>
    </header>
  );
}

/** Three ridges and the name. */
function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 font-serif text-[1.375rem] leading-none font-semibold max-sm:gap-1.5 max-sm:text-[1.25rem]">
      <svg
        width="30"
        height="30"
        viewBox="0 0 30 30"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        aria-hidden="true"
        className="shrink-0 text-primary"
      >
        <path d="M3 22c5-1 6-9 12-9s7 6 12 5" />
        <path d="M3 17c4-1 6-8 12-8s8 5 12 4" opacity=".7" />
        <path d="M3 26.5c6 0 7-8.5 12-8.5s6 6 12 5.5" opacity=".5" />
      </svg>
      <span className="logo-word">Ardhi</span>
    </span>
  );
}

declare global {
  interface Window {
    /** Set by boot.js: `data-early` names of buttons tapped before hydration. */
    earlyTaps?: string[];
  }
}

function useEarlyTaps(): void {
  const hydrated = useHydrated();
  useEffect(() => {
    if (!hydrated) return;
    const taps = window.earlyTaps ?? [];
    window.earlyTaps = undefined;
    for (const name of taps) {
      // One task per tap: the second tap on a switch must see the result of the first.
      setTimeout(() => document.querySelector<HTMLElement>(`[data-early=${name}]`)?.click());
    }
  }, [hydrated]);
}

function Welcome() {
  const t = useT();
  const { user } = useSession();
  return (
    <span className="when-in nav-welcome min-w-0 basis-full text-muted lg:flex-initial">
      {user && (
        <Link
          to={paths.account}
          title={t('app.nav.account')}
          className="block py-2.5 leading-tight text-balance wrap-anywhere hover:text-ink hover:underline"
        >
          {t('app.nav.welcome', { name: user.name })}
          {user.post && (
            <span className="block text-fine leading-[1.2] font-semibold">
              {user.post.county ?? t('app.nav.country')}
            </span>
          )}
        </Link>
      )}
    </span>
  );
}

/** Both icons are in the page; the theme on <html> selects one before any script runs. */
function ThemeSwitch() {
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

function LogoutButton() {
  const t = useT();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const leave = async () => {
    if (await signOut()) await navigate(paths.home);
  };
  return (
    <Button size="small" className="when-in" data-early="logout" onClick={leave}>
      {t('app.nav.logout')}
    </Button>
  );
}

function Tools() {
  const { status, user } = useSession();
  if (status !== 'in' || !user) return null;
  return (
    <Suspense fallback={null}>
      <AccountTools userId={user._id} postId={user.post?._id ?? null} />
    </Suspense>
  );
}

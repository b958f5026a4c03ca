import { paths } from '@ardhi/contract/paths';
import { Menu, X } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { useHydrated } from '../lib/page/hydrated.ts';
import { useSession } from '../lib/session/session.tsx';
import { useT } from '../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { LanguageSwitch } from '../ui/controls/language-switch.tsx';
import { Logo } from '../ui/controls/logo.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

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
          className="-ml-3.5 flex min-h-14 items-center rounded-card pl-3.5 sm:min-h-[68px]"
        >
          <Logo />
        </Link>
        <div className="nav-tools sm:gap-1">
          <Tools />
          <LanguageSwitch />
          <Button
            ref={menuButton}
            className="menu-button lg:hidden"
            size="small"
            aria-expanded={open}
            aria-controls="menu"
            data-early="menu"
            icon={open ? <X size={18} aria-hidden="true" /> : <Menu size={18} aria-hidden="true" />}
            onClick={() => setOpen(!open)}
          >
            <span className="menu-word">{t('app.nav.menu')}</span>
          </Button>
        </div>
        <div id="menu" data-open={open} className="nav-menu">
          <nav aria-label={t('app.nav.label')} className="nav-links">
            <NavLink to={paths.home} end>
              {t('app.nav.home')}
            </NavLink>
            <NavLink to={paths.marketplace}>{t('app.nav.marketplace')}</NavLink>
            <NavLink to={paths.contact}>{t('app.nav.contact')}</NavLink>
            <NavLink to={paths.dashboard} className="when-in">
              {t('app.nav.dashboard')}
            </NavLink>
          </nav>
          <div className="nav-who">
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
    <span className="when-in nav-welcome">
      {user && (
        <Link to={paths.account} title={t('app.nav.account')}>
          {t('app.nav.welcome', { name: user.name })}
          {user.post && <span className="nav-post">{user.post.county ?? t('app.nav.country')}</span>}
        </Link>
      )}
    </span>
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
    <Button size="small" className="when-in" onClick={leave}>
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

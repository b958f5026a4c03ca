/** The transition to a page: its title, the scroll position, the focus, and the end of the waiting. */
import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { type MessageKey, useT } from '../text/i18n.tsx';
import { releaseInput } from './early-input.ts';
import { useHydrated } from './hydrated.ts';

const positions = new Map<string, number>();
const STORED = 'scroll';
/** How long a page that grows while its data comes is still scrolled to where the reader left it. */
const RESTORE_SCROLL_MS = 2_000;

let firstPage = true;

/** The title of a page that knows it better than the route: the name of a parcel, the subject of a thread. */
export function useDocumentTitle(title: string): void {
  const t = useT();
  const full = t('app.documentTitle', { title });
  useEffect(() => {
    document.title = full;
  }, [full]);
}

function rememberPositions(key: string): () => void {
  history.scrollRestoration = 'manual';
  const remember = () => positions.set(key, window.scrollY);
  const save = () => {
    try {
      sessionStorage.setItem(STORED, JSON.stringify([...positions].slice(-50)));
    } catch {
      // Without storage a reload begins at the top.
    }
  };
  window.addEventListener('scroll', remember, { passive: true });
  window.addEventListener('pagehide', save);
  return () => {
    window.removeEventListener('scroll', remember);
    window.removeEventListener('pagehide', save);
  };
}

function loadPositions(): void {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
    if (Array.isArray(saved)) for (const [key, top] of saved) positions.set(String(key), Number(top));
  } catch {
    // See above.
  }
}

function returnTo(top: number): () => void {
  window.scrollTo(0, top);
  if (top === 0) return () => {};
  const observer = new ResizeObserver(() => window.scrollTo(0, top));
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) removeEventListener(event, stop);
  };
  const timer = setTimeout(stop, RESTORE_SCROLL_MS);
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

function focusHeading(): void {
  const main = document.getElementById('main');
  const heading = main?.querySelector<HTMLElement>('h1') ?? main;
  // A page that put the focus somewhere itself (a field, a dialog) knows better.
  if (!heading || main?.contains(document.activeElement) || document.querySelector('dialog[open]')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Stands beside a page inside its Suspense boundary, so it runs when the page is really there. */
export function PageTransition({ title }: { title: MessageKey }) {
  const t = useT();
  const hydrated = useHydrated();
  const { key, pathname, hash } = useLocation();
  const navigation = useNavigationType();
  const place = `${key}${pathname}`;
  const routeTitle = t('app.documentTitle', { title: t(title) });
  // Before the effects of the page, so that a page that knows its title better has the last word.
  useLayoutEffect(() => {
    document.title = routeTitle;
  }, [routeTitle]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page arrives once, however it changes afterwards
  useLayoutEffect(() => {
    if (firstPage) loadPositions();
    const stopRemembering = rememberPositions(place);
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    let stopReturning = () => {};
    if (target) target.scrollIntoView();
    else if (navigation === NavigationType.Pop) stopReturning = returnTo(positions.get(place) ?? 0);
    else window.scrollTo(0, 0);
    if (!firstPage) focusHeading();
    firstPage = false;
    return () => {
      stopRemembering();
      stopReturning();
    };
  }, [pathname]);

  // Until here the boot script holds back a form that was sent before the page could handle it.
  useEffect(() => {
    if (!hydrated || document.documentElement.dataset.ready !== undefined) return;
    document.documentElement.dataset.ready = '';
    releaseInput();
    window.earlySubmit?.form.requestSubmit(window.earlySubmit.submitter);
  }, [hydrated]);

  return null;
}

declare global {
  interface Window {
    /** Set by boot.js. */
    earlySubmit?: { form: HTMLFormElement; submitter: HTMLElement | null };
  }
}

/** Page transitions: document title, scroll position, focus, and release of early input. */
import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { type MessageKey, useT } from '../text/i18n.tsx';
import { releaseInput } from './early-input.ts';
import { useHydrated } from './hydrated.ts';

const positions = new Map<string, number>();
const STORED = 'scroll';
/** A page grows while its data loads; during this time what it shows stays in place. */
const HOLD_MS = 2_000;

let firstPage = true;

/** Overrides the route's title with a more specific one, e.g. the name of a parcel. */
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
      // Without session storage a reload starts at the top.
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
    // Same as above.
  }
}

/** Not pointerdown: a button that moved between press and release would not be clicked. */
const ENDS_HOLD = ['wheel', 'touchmove', 'keydown', 'click'];

/** Scrolls now, and on each resize until the user scrolls, presses something or the time is up. */
function hold(scroll: () => void): () => void {
  scroll();
  const observer = new ResizeObserver(scroll);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of ENDS_HOLD) removeEventListener(event, stop);
  };
  const timer = setTimeout(stop, HOLD_MS);
  for (const event of ENDS_HOLD) addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

const partOf = (hash: string) => (hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null);

function focusHeading(): void {
  const main = document.getElementById('main');
  const heading = main?.querySelector<HTMLElement>('h1') ?? main;
  // Do not steal the focus from a field or dialog that the page has focused itself.
  if (!heading || main?.contains(document.activeElement) || document.querySelector('dialog[open]')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Rendered next to the page inside its Suspense boundary, so the effects run when the page has loaded. */
export function PageTransition({ title }: { title: MessageKey }) {
  const t = useT();
  const hydrated = useHydrated();
  const { key, pathname, hash } = useLocation();
  const navigation = useNavigationType();
  const place = `${key}${pathname}`;
  const routeTitle = t('app.documentTitle', { title: t(title) });
  // A layout effect runs before the page's own effects, so `useDocumentTitle` can override it.
  useLayoutEffect(() => {
    document.title = routeTitle;
  }, [routeTitle]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page arrives once, however it changes afterwards
  useLayoutEffect(() => {
    if (firstPage) loadPositions();
    const stopRemembering = rememberPositions(place);
    let release = () => {};
    const part = partOf(hash);
    const top = (navigation === NavigationType.Pop && positions.get(place)) || 0;
    if (part) release = hold(() => part.scrollIntoView());
    else if (top > 0) release = hold(() => window.scrollTo(0, top));
    else window.scrollTo(0, 0);
    if (!firstPage) focusHeading();
    firstPage = false;
    return () => {
      stopRemembering();
      release();
    };
  }, [pathname]);

  // A link to a part of the open page: the path, and so the page, stays the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per navigation
  useEffect(() => {
    if (navigation === NavigationType.Push) partOf(hash)?.scrollIntoView();
  }, [key]);

  // boot.js holds back a form submitted before hydration; it is submitted here.
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

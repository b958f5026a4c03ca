import { expect, it, vi } from 'vitest';
import { openMessage, showMessage } from './push.ts';

const ORIGIN = 'https://ardhi.example';

function scopeWith({ lang, urls = [] }: { lang?: string; urls?: string[] } = {}) {
  const pages = urls.map((url) => ({ url, visibilityState: 'hidden', focus: vi.fn(async () => {}) }));
  const shown = vi.fn(async (_title: string, _options: NotificationOptions) => {});
  const opened = vi.fn(async (_url: string) => {});
  const setAppBadge = vi.fn(async () => {});
  const scope = {
    location: { origin: ORIGIN } as Location,
    navigator: { languages: ['sw-KE'], setAppBadge },
    cookieStore: { get: async () => (lang ? { value: lang } : null) },
    registration: { update: async () => {}, showNotification: shown },
    clients: { claim: async () => {}, matchAll: async () => pages, openWindow: opened },
  };
  return { scope, pages, shown, opened, setAppBadge };
}

const message = {
  texts: {
    en: { title: 'Your tasks', body: 'Open Ardhi.' },
    sw: { title: 'Kazi zako', body: 'Fungua Ardhi.' },
  },
  link: '/dashboard',
  tag: 'week-2026-11-16',
};

it.each([
  ['en', 'Your tasks'],
  // No choice yet: the language of the browser.
  [undefined, 'Kazi zako'],
])('shows a message in the language of the device: %s', async (lang, title) => {
  const { scope, shown, setAppBadge } = scopeWith({ lang });
  await showMessage(scope, message);
  expect(shown).toHaveBeenCalledExactlyOnceWith(
    title,
    expect.objectContaining({ tag: message.tag, data: '/dashboard' }),
  );
  expect(setAppBadge).toHaveBeenCalledOnce();
});

it('opens the page of a message, or focuses the one that is open', async () => {
  const closed = scopeWith({ urls: [`${ORIGIN}/land`] });
  await openMessage(closed.scope, '/subsidies/1');
  expect(closed.opened).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/subsidies/1`);
  const open = scopeWith({ urls: [`${ORIGIN}/subsidies/1`] });
  await openMessage(open.scope, '/subsidies/1');
  expect(open.pages[0]!.focus).toHaveBeenCalledOnce();
  expect(open.opened).not.toHaveBeenCalled();
});

it.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)'])(
  'opens the dashboard instead of %s',
  async (link) => {
    const { scope, opened } = scopeWith();
    await openMessage(scope, link);
    expect(opened).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/dashboard`);
  },
);

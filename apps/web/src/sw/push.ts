/** Push messages: shown in the language of the device, and opened on the page that they are about. */
import type { PushMessage } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { shellLanguage } from './files.ts';
import type { WorkerScope } from './scope.ts';

type Scope = Pick<WorkerScope, 'clients' | 'cookieStore' | 'location' | 'navigator' | 'registration'>;

export async function showMessage(scope: Scope, { texts, link, tag }: PushMessage): Promise<void> {
  const lang = await shellLanguage(scope);
  const { title, body } = texts[lang];
  await scope.registration.showNotification(title, {
    body,
    lang,
    tag,
    icon: '/icon-192.png',
    badge: '/icon-64.png',
    data: link,
  });
  // Without a number: the page knows how many notices are unread.
  await scope.navigator.setAppBadge?.().catch(() => {});
}

/** Only a page of our own. An open one is not left, because it may have an unfinished form. */
export async function openMessage({ clients, location }: Scope, link: unknown): Promise<void> {
  const url = new URL(String(link), location.origin);
  const { href } = url.origin === location.origin ? url : new URL(paths.dashboard, location.origin);
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((page) => page.url === href);
  await (open ? open.focus() : clients.openWindow(href));
}

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { stubResponses } from '../../../test/server.ts';
import { PushPanel } from './push-panel.tsx';

/** A browser that can; `answer` is what its user says to the question. */
function stubBrowser(permission: NotificationPermission, answer: NotificationPermission = 'granted') {
  vi.stubEnv('DEV', false);
  const notification = {
    permission,
    requestPermission: async () => {
      notification.permission = answer;
      return answer;
    },
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  const keys = { p256dh: 'p', auth: 'a' };
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example/1', keys }),
    unsubscribe: vi.fn(async () => true),
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: vi.fn(async () => subscription),
  };
  const worker = { ready: Promise.resolve({ pushManager }) };
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  return { pushManager, subscription };
}

const show = () => renderApp(<PushPanel />, { config: { pushKey: 'server-key' } });

beforeEach(() => vi.unstubAllEnvs());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('says where the browser cannot, and where it blocks them', () => {
  const { unmount } = show();
  expect(screen.getByText('This browser cannot show notifications')).toBeTruthy();
  unmount();
  stubBrowser('denied');
  show();
  expect(screen.getByText('Your browser blocks notifications')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('turns them on and off', async () => {
  const { pushManager, subscription } = stubBrowser('default');
  const sent = stubResponses({
    'GET /push/subscription': { body: { on: false } },
    'PUT /push/subscription': { body: { on: true } },
    'DELETE /push/subscription': { body: { on: false } },
  });
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole('button', { name: 'Turn on notifications' }));
  expect(await screen.findByText('This device gets notifications.')).toBeTruthy();
  expect(pushManager.subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: 'server-key',
  });
  expect(sent.find(({ call }) => call === 'PUT /push/subscription')?.body).toEqual({
    endpoint: 'https://push.example/1',
    keys: { p256dh: 'p', auth: 'a' },
  });
  await user.click(screen.getByRole('button', { name: 'Turn off notifications' }));
  expect(await screen.findByText('This device gets no notifications.')).toBeTruthy();
  expect(subscription.unsubscribe).toHaveBeenCalledTimes(2);
});

it('says that the browser blocks them once the user has refused', async () => {
  stubBrowser('default', 'denied');
  stubResponses({ 'GET /push/subscription': { body: { on: false } } });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }));
  expect(await screen.findByText('Your browser blocks notifications')).toBeTruthy();
});

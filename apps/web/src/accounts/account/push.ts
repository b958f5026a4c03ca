/** Push messages in this browser: whether it can, whether it may, and its subscription. */
import { withinTime } from '../../lib/device/within-time.ts';
import { isSupported } from '../../offline/worker.ts';

type PushSupport = 'possible' | 'blocked' | 'unsupported';

export function pushSupport(): PushSupport {
  if (!isSupported() || !('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

/** Null if the user does not allow it. The browser asks only in response to a tap. */
export async function subscribe(serverKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await readyRegistration();
  // One with another key of the server cannot be changed.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: serverKey,
  });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh, auth } };
}

/** The server sends nothing more already; this only tells the push service. */
export async function unsubscribe(): Promise<void> {
  const { pushManager } = await readyRegistration();
  await (await pushManager.getSubscription())?.unsubscribe();
}

/** Without a worker `ready` never resolves; the page registers it when idle. */
const READY_MS = 10_000;

async function readyRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await withinTime(navigator.serviceWorker.ready, READY_MS);
  if (!registration) throw new Error('No service worker');
  return registration;
}

/** The name under which the browser is asked to wake the service worker. */
export const SYNC_TAG = 'ardhi-outbox';

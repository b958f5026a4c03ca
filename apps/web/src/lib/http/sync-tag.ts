/** Background Sync tag. */
export const SYNC_TAG = 'ardhi-outbox';
/** Message to the service worker: compare all cached files with the build. */
export const REPAIR_MESSAGE = 'repair-files';

/** Background Sync tag. */
export const SYNC_TAG = 'ardhi-outbox';

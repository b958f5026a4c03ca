/** Whether a write failed because the storage quota is exceeded. */
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** No response, and not enough storage on the device to queue the write. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** No response, and the device's database does not open or hangs. */
export class StorageBlockedError extends Error {
  override readonly name = 'StorageBlockedError';
}

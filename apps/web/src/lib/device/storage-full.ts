/** Whether a write failed because the storage quota is exceeded. */
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

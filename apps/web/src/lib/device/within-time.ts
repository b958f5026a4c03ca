/** A blocked IndexedDB neither answers nor fails: after this time the app says so and continues without it. */
const DATABASE_TIMEOUT_MS = 3_000;

/** Result of the work, or undefined if it takes too long. The work continues. */
export function withinTime<T>(work: Promise<T>, milliseconds = DATABASE_TIMEOUT_MS): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

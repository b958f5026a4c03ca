/** Profile request that boot.js sends before any bundle has loaded. */

declare global {
  interface Window {
    /** Set by boot.js. */
    earlyProfile?: { token: string; answer: Promise<Response>; stopping: AbortController };
  }
}

/** Returns it once, and only if the token is still the same; `signal` aborts it from now on. */
export function takeEarlyProfile(token: string | null, signal: AbortSignal): Promise<Response> | undefined {
  const early = window.earlyProfile;
  window.earlyProfile = undefined;
  if (!early || early.token !== token) return undefined;
  signal.addEventListener('abort', () => early.stopping.abort(signal.reason));
  return early.answer;
}

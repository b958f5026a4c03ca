/** The profile, as boot.js asked for it before there was any other script. */

declare global {
  interface Window {
    /** Set by boot.js. */
    earlyProfile?: { token: string; answer: Promise<Response>; stopping: AbortController };
  }
}

/** Once, and only for the session that it was asked for; from now on the signal ends it. */
export function takeEarlyProfile(token: string | null, signal: AbortSignal): Promise<Response> | undefined {
  const early = window.earlyProfile;
  window.earlyProfile = undefined;
  if (!early || early.token !== token) return undefined;
  signal.addEventListener('abort', () => early.stopping.abort(signal.reason));
  return early.answer;
}

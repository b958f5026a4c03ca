/** The browser's passkeys; the library is fetched when one is used. */
import type { PasskeyChallenge } from '@ardhi/contract';

/** On plain HTTP beyond localhost the browser offers none; and a passkey belongs to a name, never to a bare address. */
export const passkeysWork = () =>
  typeof window !== 'undefined' && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

type Answered = { challengeId: string; response: Record<string, unknown> };

export async function signChallenge({ challengeId, options }: PasskeyChallenge): Promise<Answered> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await startAuthentication({ optionsJSON: options as never });
  return { challengeId, response: { ...response } };
}

export async function createPasskey({ challengeId, options }: PasskeyChallenge): Promise<Answered> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({ optionsJSON: options as never });
  return { challengeId, response: { ...response } };
}

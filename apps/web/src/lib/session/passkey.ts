/** Passkeys (WebAuthn); the library loads on first use. */
import type { PasskeyChallenge } from '@ardhi/contract';

/** WebAuthn requires HTTPS or localhost, and a domain name: it does not work on an IP address. */
export const passkeysWork = () =>
  typeof window !== 'undefined' && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

type SignedChallenge = { challengeId: string; response: Record<string, unknown> };

export async function signChallenge({ challengeId, options }: PasskeyChallenge): Promise<SignedChallenge> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await startAuthentication({ optionsJSON: options as never });
  return { challengeId, response: { ...response } };
}

export async function createPasskey({ challengeId, options }: PasskeyChallenge): Promise<SignedChallenge> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({ optionsJSON: options as never });
  return { challengeId, response: { ...response } };
}

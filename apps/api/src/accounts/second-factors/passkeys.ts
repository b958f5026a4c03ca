import type { PasskeyChallenge } from '@ardhi/contract';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../lib/database/db.ts';
import type { Env } from '../../lib/settings/env.ts';
import { consumeChallenge, countSignature, type FactorRow, insertChallenge, listFactors } from './queries.ts';

/** Imported lazily: its certificate parsers take a sixth of the startup time. */
const webauthn = () => import('@simplewebauthn/server');

/** The origin that the browser reports: the public URL or, without one, the requested host. */
function site(env: Env, request: FastifyRequest) {
  const origin = env.publicUrl ? new URL(env.publicUrl).origin : `${request.protocol}://${request.host}`;
  return { origin, rpId: new URL(origin).hostname };
}

const isPasskey = ({ kind }: FactorRow) => kind === 'passkey';
const credentialOf = (factor: FactorRow) => ({
  id: factor.credential_id!,
  transports: (factor.transports ?? []) as AuthenticatorTransport[],
});

export async function registrationChallenge(
  db: Db,
  env: Env,
  request: FastifyRequest,
  user: { id: string; email: string; name: string },
): Promise<PasskeyChallenge> {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Ardhi',
    rpID: site(env, request).rpId,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    excludeCredentials: (await listFactors(db, user.id)).filter(isPasskey).map(credentialOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { challengeId: await insertChallenge(db, options.challenge), options: { ...options } };
}

/** Returns the new passkey, or null if the response does not match the challenge. */
export async function readRegistration(
  db: Db,
  env: Env,
  request: FastifyRequest,
  input: { challengeId: string; response: Record<string, unknown> },
) {
  const expectedChallenge = await consumeChallenge(db, input.challengeId);
  if (!expectedChallenge) return null;
  const { origin, rpId } = site(env, request);
  const response = input.response as unknown as RegistrationResponseJSON;
  const { verifyRegistrationResponse } = await webauthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return null;
  const { credential } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: credential.transports ?? [],
  };
}

export async function authenticationChallenge(
  db: Db,
  env: Env,
  request: FastifyRequest,
  factors: FactorRow[],
): Promise<PasskeyChallenge> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: site(env, request).rpId,
    allowCredentials: factors.filter(isPasskey).map(credentialOf),
    userVerification: 'preferred',
  });
  return { challengeId: await insertChallenge(db, options.challenge), options: { ...options } };
}

export async function acceptPasskey(
  db: Db,
  env: Env,
  request: FastifyRequest,
  factors: FactorRow[],
  input: { challengeId: string; response: Record<string, unknown> },
): Promise<boolean> {
  const expectedChallenge = await consumeChallenge(db, input.challengeId);
  const response = input.response as unknown as AuthenticationResponseJSON;
  const factor = factors.find((one) => isPasskey(one) && one.credential_id === response.id);
  if (!expectedChallenge || !factor) return false;
  const { origin, rpId } = site(env, request);
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    credential: {
      ...credentialOf(factor),
      publicKey: new Uint8Array(factor.public_key!),
      counter: Number(factor.sign_count ?? 0),
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return false;
  await countSignature(db, factor.id, authenticationInfo.newCounter);
  return true;
}

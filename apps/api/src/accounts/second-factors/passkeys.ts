import type { PasskeyChallenge } from '@ardhi/contract';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '../../lib/http/respond.ts';
import type { Env } from '../../lib/settings/env.ts';
import { problem } from '../../lib/text/problem.ts';
import { consumeChallenge, countSignature, type FactorRow, insertChallenge, listFactors } from './queries.ts';

/** Imported lazily: its certificate parsers take a sixth of the startup time. */
const webauthn = () => import('@simplewebauthn/server');

/** Context of a registration or an authentication. */
export type Ceremony = Pick<RequestContext, 'db' | 'env' | 'request'>;

interface PasskeyInput {
  challengeId: string;
  response: Record<string, unknown>;
}

/** The origin that the browser reports: the public URL or, without one, the requested host. */
const originOf = ({ publicUrl }: Env, { protocol, host }: FastifyRequest) =>
  publicUrl ? new URL(publicUrl).origin : `${protocol}://${host}`;

/** A client can send any Host header. */
function rpIdOf(env: Env, request: FastifyRequest): string {
  const origin = originOf(env, request);
  if (!URL.canParse(origin)) throw problem('validation');
  return new URL(origin).hostname;
}

/** Expected values of a browser's response. Uses up the challenge; null if it is unknown or has expired. */
async function expectationOf({ db, env, request }: Ceremony, challengeId: string) {
  const expectedChallenge = await consumeChallenge(db, challengeId);
  if (!expectedChallenge) return null;
  return {
    expectedChallenge,
    expectedOrigin: originOf(env, request),
    expectedRPID: rpIdOf(env, request),
    requireUserVerification: false,
  };
}

const isPasskey = ({ kind }: FactorRow) => kind === 'passkey';
const credentialOf = (factor: FactorRow) => ({
  id: factor.credential_id!,
  transports: (factor.transports ?? []) as AuthenticatorTransport[],
});

export async function registrationChallenge(
  { db, env, request }: Ceremony,
  user: { id: string; email: string; name: string },
): Promise<PasskeyChallenge> {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Ardhi',
    rpID: rpIdOf(env, request),
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    excludeCredentials: (await listFactors(db, user.id)).filter(isPasskey).map(credentialOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { challengeId: await insertChallenge(db, options.challenge), options: { ...options } };
}

/** Returns the new passkey, or null if the response does not match the challenge. */
export async function readRegistration(ceremony: Ceremony, input: PasskeyInput) {
  const expectation = await expectationOf(ceremony, input.challengeId);
  if (!expectation) return null;
  const response = input.response as unknown as RegistrationResponseJSON;
  const { verifyRegistrationResponse } = await webauthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expectation,
    response,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return null;
  const { credential } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    sign_count: credential.counter,
    transports: credential.transports ?? [],
  };
}

export async function authenticationChallenge(
  { db, env, request }: Ceremony,
  factors: FactorRow[],
): Promise<PasskeyChallenge> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(env, request),
    allowCredentials: factors.filter(isPasskey).map(credentialOf),
    userVerification: 'preferred',
  });
  return { challengeId: await insertChallenge(db, options.challenge), options: { ...options } };
}

export async function acceptPasskey(
  ceremony: Ceremony,
  factors: FactorRow[],
  input: PasskeyInput,
): Promise<boolean> {
  const expectation = await expectationOf(ceremony, input.challengeId);
  const response = input.response as unknown as AuthenticationResponseJSON;
  const factor = factors.find((one) => isPasskey(one) && one.credential_id === response.id);
  if (!expectation || !factor) return false;
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expectation,
    response,
    credential: {
      ...credentialOf(factor),
      publicKey: new Uint8Array(factor.public_key!),
      counter: Number(factor.sign_count ?? 0),
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return false;
  await countSignature(ceremony.db, factor.id, authenticationInfo.newCounter);
  return true;
}

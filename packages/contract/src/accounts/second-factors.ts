/** Officials' second factor: passkeys, authenticator apps (TOTP) and recovery codes. */
import * as z from 'zod';
import { Done, id, line, text, timestamp } from '../base/fields.ts';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';

/** WebAuthn options and responses as JSON; the standard defines their structure. */
const webAuthn = z.record(z.string(), z.unknown());

/** A signed challenge, an authenticator code or a recovery code. */
export const SecondFactorProof = z.object({
  code: z.string().min(1).max(MAX_CODE_LENGTH).optional(),
  passkey: z.object({ challengeId: id, response: webAuthn }).optional(),
});
export type SecondFactorProof = z.infer<typeof SecondFactorProof>;

export const PasskeyChallenge = z.object({ challengeId: id, options: webAuthn });
export type PasskeyChallenge = z.infer<typeof PasskeyChallenge>;

export const SecondFactor = z.object({
  _id: id,
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const SecondFactors = z.object({
  mode: z.enum(['off', 'optional', 'required']),
  factors: z.array(SecondFactor),
  recoveryCodesLeft: z.number(),
  /** The first factor needs a code of the operator, because the account was not enrolled in time. */
  needsCode: z.boolean(),
});
export type SecondFactors = z.infer<typeof SecondFactors>;

/** Recovery codes are created with the first factor and shown once. */
export const Enrolled = z.object({ recoveryCodes: z.array(z.string()) });

export const secondFactors = contract({
  'GET /auth/second-factors': {
    summary: 'The own second factors',
    access: 'government',
    duty: 'none',
    enrolling: true,
    response: SecondFactors,
  },
  'POST /auth/second-factors/enrolment': {
    summary: 'Allow the first factor for an hour, with a code of the operator',
    access: 'government',
    duty: 'none',
    enrolling: true,
    transaction: 'own',
    body: z.object({ code: text(MAX_CODE_LENGTH) }),
    response: Done,
  },
  'POST /auth/second-factors/totp': {
    summary: 'A new key for an authenticator app; it counts once a code of it was confirmed',
    access: 'government',
    duty: 'none',
    enrolling: true,
    resetHold: 'unless-enrolling',
    confirmed: true,
    once: true,
    body: z.object({ name: line(MAX_NAME_LENGTH) }),
    response: z.object({ _id: id, secret: z.string(), uri: z.string() }),
    status: 201,
  },
  'POST /auth/second-factors/{id}/confirm': {
    summary: 'Show that the authenticator app works',
    access: 'government',
    duty: 'none',
    enrolling: true,
    resetHold: 'unless-enrolling',
    once: true,
    body: z.object({ code: z.string().min(1).max(MAX_CODE_LENGTH) }),
    response: Enrolled,
  },
  'POST /auth/second-factors/passkey-options': {
    summary: 'What a new passkey is made with',
    access: 'government',
    duty: 'none',
    enrolling: true,
    resetHold: 'unless-enrolling',
    confirmed: true,
    transaction: 'own',
    response: PasskeyChallenge,
  },
  'POST /auth/second-factors/passkey': {
    summary: 'Add a passkey',
    access: 'government',
    duty: 'none',
    enrolling: true,
    resetHold: 'unless-enrolling',
    confirmed: true,
    once: true,
    body: z.object({ name: line(MAX_NAME_LENGTH), challengeId: id, response: webAuthn }),
    response: Enrolled,
    status: 201,
  },
  'POST /auth/second-factors/challenge': {
    summary: 'What an own passkey has to sign to confirm who is asking',
    access: 'government',
    duty: 'none',
    enrolling: true,
    transaction: 'own',
    whileFull: true,
    response: PasskeyChallenge,
  },
  'POST /auth/second-factors/recovery-codes': {
    summary: 'New recovery codes; the old ones end',
    access: 'government',
    duty: 'none',
    resetHold: true,
    confirmed: true,
    once: true,
    response: Enrolled,
  },
  'DELETE /auth/second-factors/{id}': {
    summary: 'Remove a second factor',
    access: 'government',
    duty: 'none',
    enrolling: true,
    resetHold: 'unless-enrolling',
    confirmed: true,
    response: Done,
  },
});

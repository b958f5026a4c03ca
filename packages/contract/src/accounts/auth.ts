import * as z from 'zod';
import {
  Done,
  Duty,
  email,
  id,
  line,
  number,
  optional,
  Role,
  revision,
  text,
  timestamp,
} from '../base/fields.ts';
import {
  MAX_ACRES,
  MAX_ADDRESS_LENGTH,
  MAX_CODE_LENGTH,
  MAX_INVITATION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_PHONE_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { SecondFactorProof } from './second-factors.ts';

export const Language = z.enum(['en', 'sw']);
export type Language = z.infer<typeof Language>;

/** Never trimmed: spaces are part of a password. */
export const password = z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH);

export const farmSize = number(0, MAX_ACRES);

export const User = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  role: Role,
  phoneNumber: z.string().nullable(),
  /** Farmers only. */
  location: z.string().nullable(),
  farmSize: z.number().nullable(),
  /** Officials only. */
  department: z.string().nullable(),
  /** Officials only: whether they have the `manage` permission. */
  manage: z.boolean().optional(),
  /** Officials only: the active post; null if they have none. */
  post: z
    .object({ _id: id, county: z.string().nullable(), duties: z.array(Duty) })
    .nullable()
    .optional(),
  language: Language,
  emailConfirmed: z.boolean(),
  revision,
  createdAt: timestamp,
});
export type User = z.infer<typeof User>;

const isPresent = (value: unknown) => value !== undefined;

/** Runs even if other fields fail (`when`), so that one response reports every invalid field. */
function requiredForRole<
  T extends z.ZodType<{ role: Role; location?: string; farmSize?: number; department?: string }>,
>(schema: T): T {
  const isObject = (payload: { value: unknown }) =>
    typeof payload.value === 'object' && payload.value !== null;
  return schema
    .refine((user) => user.role !== 'farmer' || isPresent(user.location), {
      path: ['location'],
      error: 'issue.required',
      when: isObject,
    })
    .refine((user) => user.role !== 'farmer' || isPresent(user.farmSize), {
      path: ['farmSize'],
      error: 'issue.required',
      when: isObject,
    })
    .refine((user) => user.role !== 'government' || isPresent(user.department), {
      path: ['department'],
      error: 'issue.required',
      when: isObject,
    });
}

const registerFields = z.object({
  name: line(MAX_NAME_LENGTH),
  email,
  password,
  role: Role,
  phoneNumber: optional(line(MAX_PHONE_LENGTH)),
  location: optional(line(MAX_ADDRESS_LENGTH)),
  farmSize: optional(farmSize),
  department: optional(line(MAX_NAME_LENGTH)),
  language: optional(Language),
  /** Required for government accounts if sign-up is by invitation. */
  invitation: optional(line(MAX_INVITATION_LENGTH)),
});

export const RegisterInput: typeof registerFields = requiredForRole(registerFields);
export type RegisterInput = z.input<typeof registerFields>;

export const LoginInput = z.object({
  email,
  password: z.string().min(1, 'issue.required').max(MAX_PASSWORD_LENGTH),
  /** Required for officials with a second factor. */
  ...SecondFactorProof.shape,
});
export type LoginInput = z.input<typeof LoginInput>;

export const SignedIn = z.object({ token: z.string(), role: Role, user: User });
export type SignedIn = z.infer<typeof SignedIn>;

export const auth = contract({
  'POST /auth/register': {
    summary: 'Make an account and sign in',
    access: 'public',
    limit: 'registration',
    transaction: 'own',
    body: RegisterInput,
    response: SignedIn,
    status: 201,
  },
  'POST /auth/login': {
    summary: 'Sign in',
    access: 'public',
    transaction: 'own',
    whileFull: true,
    body: LoginInput,
    response: SignedIn,
  },
  'POST /auth/logout': {
    summary: 'End this session',
    access: 'signed-in',
    enrolling: true,
    whileFull: true,
    response: Done,
  },
  'POST /auth/revoke': {
    summary: 'End a session by the hash of its token, for a phone that signed out without a network',
    access: 'public',
    whileFull: true,
    body: z.object({
      /** SHA-256 in hexadecimal. It can only end the session: the token cannot be derived from it. */
      tokenHash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    response: Done,
  },
  'GET /auth/profile': {
    summary: 'The signed-in user',
    access: 'signed-in',
    enrolling: true,
    response: User,
  },
  'POST /auth/forgot-password': {
    summary: 'Ask for a mail with a link to set a new password',
    access: 'public',
    limit: 'forgotten-password',
    body: z.object({ email }),
    response: Done,
  },
  'POST /auth/reset-password': {
    summary: 'Set a new password with a code from a mail or from an official',
    access: 'public',
    transaction: 'own',
    body: z.object({ code: text(MAX_CODE_LENGTH), password }),
    response: Done,
  },
  'POST /auth/confirm-email': {
    summary: 'Confirm an e-mail address with the code of a mail',
    access: 'public',
    body: z.object({ code: text(MAX_CODE_LENGTH) }),
    response: Done,
  },
  'POST /auth/confirm-email/send': {
    summary: 'Send the confirmation mail again',
    access: 'signed-in',
    enrolling: true,
    response: Done,
  },
});

import * as z from 'zod';
import { baseRevision, Done, id, line, optional, timestamp } from '../base/fields.ts';
import {
  MAX_ADDRESS_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_PHONE_LENGTH,
} from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { farmSize, Language, password, User } from './auth.ts';
import { SecondFactorProof } from './second-factors.ts';

export const ProfileInput = z.object({
  name: line(MAX_NAME_LENGTH),
  phoneNumber: optional(line(MAX_PHONE_LENGTH)),
  location: optional(line(MAX_ADDRESS_LENGTH)),
  farmSize: optional(farmSize),
  department: optional(line(MAX_NAME_LENGTH)),
  ...baseRevision,
});

export const Session = z.object({
  _id: id,
  /** Browser and operating system from the user agent at login. */
  device: z.string(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const account = contract({
  'PUT /auth/profile': {
    summary: 'Edit the own profile',
    access: 'signed-in',
    enrolling: true,
    body: ProfileInput,
    response: User,
  },
  'PUT /auth/language': {
    summary: 'Choose the language of mails and documents',
    access: 'signed-in',
    enrolling: true,
    body: z.object({ language: Language }),
    response: User,
  },
  'PUT /auth/password': {
    summary: 'Change the own password; every other session ends',
    access: 'signed-in',
    enrolling: true,
    body: z.object({
      currentPassword: z.string().min(1, 'issue.required').max(MAX_PASSWORD_LENGTH),
      password,
    }),
    response: Done,
  },
  'POST /auth/confirm': {
    summary: 'Say again who you are, before a call that asks for it',
    access: 'signed-in',
    enrolling: true,
    transaction: 'own',
    whileFull: true,
    /** The second factor, or the password if the account has none. */
    body: z.object({
      password: z.string().max(MAX_PASSWORD_LENGTH).optional(),
      ...SecondFactorProof.shape,
    }),
    response: Done,
  },
  'GET /auth/sessions': {
    summary: 'Where the account is signed in',
    access: 'signed-in',
    enrolling: true,
    response: z.array(Session),
  },
  'DELETE /auth/sessions/{id}': {
    summary: 'End one session',
    access: 'signed-in',
    enrolling: true,
    response: Done,
  },
});

/** An official who has acted is closed: name, office and decisions stay until the audit log no longer names them. */
export const AccountDeletion = z.object({
  outcome: z.enum(['erased', 'closed']),
  /** Refused until another official manages accounts. */
  lastManager: z.boolean(),
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

/** Personal data across all domains: download and deletion by its owner. */
export const personalData = contract({
  'GET /auth/data': {
    summary: 'Everything stored about the account',
    access: 'signed-in',
    auditAction: 'account.download',
    enrolling: true,
    resetHold: true,
    limit: 'export',
    produces: 'application/json',
  },
  'GET /auth/account': {
    summary: 'What deleting the account would do',
    access: 'signed-in',
    enrolling: true,
    response: AccountDeletion,
  },
  'DELETE /auth/account': {
    summary: 'Delete the account; an official with a second factor re-authenticates first',
    access: 'signed-in',
    enrolling: true,
    resetHold: true,
    transaction: 'own',
    body: z.object({ password: z.string().min(1, 'issue.required').max(MAX_PASSWORD_LENGTH) }),
    response: Done,
  },
});

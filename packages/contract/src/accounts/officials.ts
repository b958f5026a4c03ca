/** Administration of officials: invitations, the `manage` permission and password reset codes. */
import * as z from 'zod';
import { Done, email, id, line, optional, paging, text, timestamp } from '../base/fields.ts';
import { MAX_DECISION_REASON_LENGTH, MAX_IMPORT_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';

export const Invitation = z.object({
  _id: id,
  /** Only in the response that creates the invitation. */
  code: z.string().optional(),
  note: z.string().nullable(),
  /** Only a registration with this address can use it; null: any. A server of 0.2.0 does not send it. */
  email: z.string().nullable().optional(),
  createdAt: timestamp,
  expiresAt: timestamp,
  usedAt: timestamp.nullable(),
  usedBy: z.string().nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

/** A row of an import: the invitation that it makes, or what is wrong with it. */
export const ImportedInvitation = z.object({
  /** Line of the file. */
  line: z.number().int(),
  name: z.string(),
  email: z.string(),
  /** As stated if it has an issue; empty: national. */
  county: z.string(),
  /** `field`: a column of the file, or `line` for the row as a whole. */
  issues: z.array(z.object({ field: z.string(), message: z.string() })),
  /** After the import. It works only for a registration with this address. */
  code: z.string().optional(),
});
export type ImportedInvitation = z.infer<typeof ImportedInvitation>;

export const Official = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  department: z.string().nullable(),
  manage: z.boolean(),
  suspended: z.boolean(),
  createdAt: timestamp,
  /** Only in lists and after vouching. */
  ties: z
    .object({
      /** Names of those who invited the official or reset the password, since the last vouching. */
      letInBy: z.array(z.string()),
      /** Names of officials who used the same browser within a day. */
      sameBrowser: z.array(z.string()),
      /** Whether there is something to vouch for, and the caller is independent of the official. */
      canVouch: z.boolean(),
    })
    .optional(),
});
export type Official = z.infer<typeof Official>;

export const ResetCode = z.object({ code: z.string(), expiresAt: timestamp });

export const officials = contract({
  'GET /government/invitations': {
    summary: 'Invitations for new officials',
    access: 'government',
    response: z.array(Invitation),
  },
  'POST /government/invitations': {
    summary: 'Invite an official; the code is shown once',
    access: 'government',
    body: z.object({ note: optional(line(MAX_NAME_LENGTH)) }),
    response: Invitation,
    status: 201,
    once: true,
  },
  'POST /government/invitations/import': {
    summary: 'Invite officials with their posts, listed in a CSV file; with dryRun the file is only checked',
    access: 'government',
    duty: 'manage',
    confirmed: true,
    body: z.object({
      /** A line with the names of the columns, then one line for each person. */
      csv: text(MAX_IMPORT_LENGTH),
      dryRun: z.boolean(),
    }),
    response: z.object({
      /** False for a dry run, and if any row has an issue: then no one is invited. */
      imported: z.boolean(),
      expiresAt: timestamp.nullable(),
      rows: z.array(ImportedInvitation),
    }),
    once: true,
  },
  'DELETE /government/invitations/{id}': {
    summary: 'Withdraw an unused invitation',
    access: 'government',
    response: Done,
  },
  'POST /government/reset-codes': {
    summary:
      'A one-time code with which a farmer (duty decide) or an official (duty manage) can set a new password',
    access: 'government',
    confirmed: true,
    /** `reason`: the owner of the account reads it. */
    body: z.object({ email, reason: line(MAX_NAME_LENGTH) }),
    response: ResetCode,
    status: 201,
    once: true,
  },
  'GET /government/officials': {
    summary: 'Officials and their duties',
    access: 'government',
    duty: 'manage',
    query: z.object(paging),
    response: z.array(Official),
    paged: true,
  },
  'PUT /government/officials/{id}/duties': {
    summary: 'Give an official the duty to manage, or take it back',
    access: 'government',
    area: 'country',
    duty: 'manage',
    confirmed: true,
    body: z.object({ manage: z.boolean() }),
    response: Official,
  },
  'POST /government/officials/{id}/vouch': {
    summary: 'Confirm an official: earlier invitations and resets no longer make them dependent on others',
    access: 'government',
    duty: 'manage',
    confirmed: true,
    body: z.object({ note: optional(line(MAX_NAME_LENGTH)) }),
    response: Official,
  },
  'PUT /government/officials/{id}/suspended': {
    summary: 'Suspend an official’s account at once, or lift the suspension',
    access: 'government',
    duty: 'manage',
    confirmed: true,
    body: z.object({ suspended: z.boolean(), reason: text(MAX_DECISION_REASON_LENGTH) }),
    response: Official,
  },
});

/** State of the installation, for the operator: the same checks as `npm run doctor`. */
import * as z from 'zod';
import { timestamp } from './base/fields.ts';
import { contract } from './base/route.ts';

export const CHECKS = [
  'settings',
  'database',
  'migrations',
  'roles',
  'replicas',
  'disk',
  'secret',
  'mail',
  'map',
  'jobs',
  'clock',
  'backup',
  'drill',
  'audit',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** `unknown`: it could not be checked. `off`: this installation does not use it. */
export const CheckState = z.enum(['ok', 'warning', 'fault', 'unknown', 'off']);
export type CheckState = z.infer<typeof CheckState>;

export const SystemCheck = z.object({
  name: z.enum(CHECKS),
  state: CheckState,
  /** In the caller's language. */
  title: z.string(),
  texts: z.array(z.string()),
});
export type SystemCheck = z.infer<typeof SystemCheck>;

/** Jobs of one task that failed at least once. */
export const FailedTask = z.object({
  task: z.string(),
  /** Not retried any more. */
  failed: z.number().int(),
  /** Retried later. */
  retrying: z.number().int(),
  /** Of the latest attempt, without mail addresses. */
  error: z.string(),
  /** Null if none of them is retried. */
  nextTryAt: timestamp.nullable(),
});
export type FailedTask = z.infer<typeof FailedTask>;

export const SystemState = z.object({
  checkedAt: timestamp,
  version: z.string(),
  checks: z.array(SystemCheck),
  failedTasks: z.array(FailedTask),
});
export type SystemState = z.infer<typeof SystemState>;

export const doctor = contract({
  'GET /government/system': {
    summary: 'Checks of settings, database, disk, mail, jobs, back-ups and audit log',
    access: 'government',
    area: 'country',
    duty: 'manage',
    response: SystemState,
  },
  'POST /government/system/jobs/{task}/retry': {
    summary: 'Run all failed jobs of a task again now',
    access: 'government',
    area: 'country',
    duty: 'manage',
    params: z.object({ task: z.string().regex(/^[a-z][a-z-]{0,60}$/) }),
    response: z.object({ count: z.number().int() }),
  },
});

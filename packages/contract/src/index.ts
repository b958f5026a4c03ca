import { account } from './account.ts';
import { auth } from './auth.ts';
import { contact } from './contact.ts';
import { system } from './system.ts';

export * from './account.ts';
export * from './auth.ts';
export * from './contact.ts';
export * from './fields.ts';
export * from './openapi.ts';
export * from './problem.ts';
export * from './route.ts';
export * from './system.ts';

/** Every call of the product. */
export const api = { ...system, ...auth, ...account, ...contact };
export type Api = typeof api;
export type Call = keyof Api & string;

/** What the access matrix needs to know of each call. */
import type { Person, TestApp } from '../app.ts';

export interface World {
  app: TestApp;
  /** The owner of whatever a row prepares. */
  farmer: Person;
  otherFarmer: Person;
  official: Person;
}

export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
}

/** The status that each person gets for a well-formed call. */
export interface AccessRow {
  /** Makes what the call acts on, anew for each of the four people, and says what is sent. */
  sends?: (world: World) => Promise<Sent> | Sent;
  nobody: number;
  farmer: number;
  otherFarmer: number;
  official: number;
}

export type AccessRows<Calls> = { [Call in keyof Calls]: AccessRow };

/** The usual rows. */
export const forAnybody = (status = 200) => ({
  nobody: status,
  farmer: status,
  otherFarmer: status,
  official: status,
});
export const forSignedIn = (status = 200) => ({
  nobody: 401,
  farmer: status,
  otherFarmer: status,
  official: status,
});
export const forFarmers = (status = 200) => ({
  nobody: 401,
  farmer: status,
  otherFarmer: status,
  official: 403,
});
export const forOwner = (status = 200) => ({ nobody: 401, farmer: status, otherFarmer: 404, official: 403 });
export const forOfficials = (status = 200) => ({
  nobody: 401,
  farmer: 403,
  otherFarmer: 403,
  official: status,
});

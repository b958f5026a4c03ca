/** Expected access to each call, for the access walk. */
import type { Route } from '@ardhi/contract';
import type { DisclosingCall } from '@ardhi/contract/disclosures';
import type { Person, TestApp } from '../app.ts';

/** Part of every name that belongs to `farmer`. */
export const FARMER_MARKER = 'Zebra';

export const CALLERS = [
  'anonymous',
  /** Owns everything that a row creates, in Nakuru. */
  'farmer',
  'otherFarmer',
  /** National, did not re-authenticate, and does not manage. */
  'official',
  /** National, manages, and has re-authenticated. */
  'manager',
  /** Like `manager`, with a post in Nakuru. */
  'inside',
  /** Like `manager`, with a post in Kitui, which has no data. */
  'outside',
  /** National auditor, has re-authenticated: masked data of farmers. */
  'auditor',
  /** Had a post that has ended. */
  'ended',
  /** Never had a post, on a server that requires one. */
  'unposted',
] as const;
export type Caller = (typeof CALLERS)[number];

export interface World extends Record<Exclude<Caller, 'anonymous'>, Person> {
  app: TestApp;
  neighbour: Person;
}

/** Data of a county that the walk does not change, for reads by its official. */
export interface County {
  farmerId: string;
  /** Has land in other counties as well. */
  travellerId: string;
  parcelId: string;
  applicationId: string;
  policyId: string;
  reportId: string;
}

export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
}

/** The status that each caller gets for a well-formed call. */
export interface AccessRow extends Record<Caller, number> {
  /** Creates the target of the call, again after each change by a caller, and returns the request. */
  sends?: (world: World) => Promise<Sent> | Sent;
  /** The call changes the caller's account. */
  changesCaller?: true;
  /** Government read: requests of a county's official. Other counties must not affect the responses. */
  reads?: (county: County) => Sent[];
  /** For calls that write an access log entry: the people whose data is in the response. */
  discloses?: (world: World) => Person[];
}

type Reads<Call, Access> = Call extends `GET ${string}`
  ? Access extends 'government'
    ? Required<Pick<AccessRow, 'reads'>>
    : unknown
  : unknown;

/** A call without a row, or a row without a required field, does not compile. */
export type AccessRows<Calls extends Record<string, Route>> = {
  [Call in keyof Calls]: AccessRow &
    Reads<Call, Calls[Call]['access']> &
    // No caller of the walk has a token for map programs; src/insight/gis/gis.test.ts has.
    (Calls[Call]['access'] extends 'gis'
      ? unknown
      : Call extends DisclosingCall
        ? Required<Pick<AccessRow, 'discloses'>>
        : unknown);
};

/** Common rows. */
const officials = (status: number) => ({
  official: status,
  manager: status,
  inside: status,
  outside: status,
  auditor: status,
  ended: status,
  unposted: status,
});
export const forSignedIn = (status = 200) => ({
  anonymous: 401,
  farmer: status,
  otherFarmer: status,
  ...officials(status),
});
export const forAnyone = (status = 200) => ({ ...forSignedIn(status), anonymous: status });
export const forFarmers = (status = 200) => ({ ...forSignedIn(status), ...officials(403) });
export const forOwner = (status = 200) => ({ ...forFarmers(status), otherFarmer: 404 });
/** Only about the caller: no post required. */
export const forOwnOffice = (status = 200) => ({ ...forSignedIn(status), farmer: 403, otherFarmer: 403 });
export const forOfficials = (status = 200) => ({
  ...forOwnOffice(status),
  auditor: 403,
  ended: 403,
  unposted: 403,
});
/** Calls that auditors may make too. */
export const forAuditors = (status = 200) => ({ ...forOfficials(status), auditor: status });
/** About one entity in the farmer's county. */
export const forCounty = (status = 200) => ({ ...forOfficials(status), outside: 404 });
export const forNational = (status = 200) => ({ ...forOfficials(status), inside: 403, outside: 403 });

export const theFarmer = ({ farmer }: World) => [farmer];
export const ofCounty = (): Sent[] => [{}];
export const filtered =
  (...queries: Record<string, string>[]) =>
  (): Sent[] =>
    queries.map((query) => ({ query }));

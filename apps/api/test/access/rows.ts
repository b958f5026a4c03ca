/** What the access walk needs to know of each call. */
import type { Route } from '@ardhi/contract';
import type { DisclosingCall } from '@ardhi/contract/disclosures';
import type { Person, TestApp } from '../app.ts';

/** In the names of all that belongs to `farmer`. */
export const MARK = 'Zebra';

export const CALLERS = [
  'anonymous',
  /** Owns whatever a row prepares, in Nakuru. */
  'farmer',
  'otherFarmer',
  /** National, did not re-authenticate, and does not manage. */
  'official',
  /** National, manages, and has re-authenticated. */
  'manager',
  /** As the manager, with a post in Nakuru. */
  'inside',
  /** As the manager, with a post in Kitui, where there is nothing. */
  'outside',
  /** The post was ended. */
  'ended',
  /** Never had a post, on a server that requires one. */
  'unposted',
] as const;
export type Caller = (typeof CALLERS)[number];

export interface World extends Record<Exclude<Caller, 'anonymous'>, Person> {
  app: TestApp;
  neighbour: Person;
}

/** A county that the walk leaves alone, as its official reads it. */
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
  /** Makes what the call acts on, anew once a caller has changed it, and returns what is sent. */
  sends?: (world: World) => Promise<Sent> | Sent;
  /** The caller's account is another one afterwards. */
  changesCaller?: true;
  /** A government read: requests of a county's official, whose responses no other county changes. */
  reads?: (county: County) => Sent[];
  /** A call that leaves an entry in the access log: whose data is in the response to what is sent. */
  discloses?: (world: World) => Person[];
}

type Reads<Call, Access> = Call extends `GET ${string}`
  ? Access extends 'government'
    ? Required<Pick<AccessRow, 'reads'>>
    : unknown
  : unknown;

/** A call without a row does not compile, nor does a row without what its call requires. */
export type AccessRows<Calls extends Record<string, Route>> = {
  [Call in keyof Calls]: AccessRow &
    Reads<Call, Calls[Call]['access']> &
    (Call extends DisclosingCall ? Required<Pick<AccessRow, 'discloses'>> : unknown);
};

/** The usual rows. */
const officials = (status: number) => ({
  official: status,
  manager: status,
  inside: status,
  outside: status,
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
/** About the caller alone: a post is not necessary. */
export const forOwnOffice = (status = 200) => ({ ...forSignedIn(status), farmer: 403, otherFarmer: 403 });
export const forOfficials = (status = 200) => ({ ...forOwnOffice(status), ended: 403, unposted: 403 });
/** About one thing of the farmer's county. */
export const forCounty = (status = 200) => ({ ...forOfficials(status), outside: 404 });
export const forNational = (status = 200) => ({ ...forOfficials(status), inside: 403, outside: 403 });

export const theFarmer = ({ farmer }: World) => [farmer];
export const ofCounty = (): Sent[] => [{}];
export const filtered =
  (...queries: Record<string, string>[]) =>
  (): Sent[] =>
    queries.map((query) => ({ query }));

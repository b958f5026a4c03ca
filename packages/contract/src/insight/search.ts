/** The officials' search over everything. Results disclose names and counties only. */
import * as z from 'zod';
import { id } from '../base/fields.ts';
import { MAX_NAME_LENGTH, MIN_SEARCH_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { PolicyStatus } from '../office/policies.ts';
import { reference, SubsidyStatus } from '../office/subsidies.ts';

const person = z.object({ _id: id, name: z.string() });
const county = z.string().nullable();

/** At most five results of each kind. */
export const SearchResults = z.object({
  /** By name, email address or phone number, or by a similar name if nothing else was found. */
  farmers: z.array(person.extend({ counties: z.array(z.string()) })),
  parcels: z.array(z.object({ _id: id, name: z.string(), county, farmer: person })),
  /** By reference number, its beginning, or words of the name, description or applicant's name. */
  applications: z.array(
    z.object({ _id: id, reference, name: z.string(), status: SubsidyStatus, county, applicant: person }),
  ),
  programmes: z.array(z.object({ _id: id, reference, name: z.string(), status: SubsidyStatus, county })),
  policies: z.array(z.object({ _id: id, title: z.string(), status: PolicyStatus })),
});
export type SearchResults = z.infer<typeof SearchResults>;

export const search = contract({
  'GET /government/search': {
    summary: 'Farmers, parcels, applications, programmes and policies in the own area',
    access: 'government',
    reads: 'replica',
    limit: 'search',
    query: z.object({ q: z.string().trim().min(MIN_SEARCH_LENGTH).max(MAX_NAME_LENGTH) }),
    response: SearchResults,
  },
});

/** Limits shared by schemas and forms. Does not import zod, so that web pages can load it. */

// Characters.
export const MIN_PASSWORD_LENGTH = 6;
/** For officials, unless anyone may register as one. */
export const MIN_OFFICIAL_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 1000;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PHONE_LENGTH = 40;
/** Names of people, parcels, crops, products and departments; titles, subjects and search terms. */
export const MAX_NAME_LENGTH = 200;
/** Category values: county, equipment type, maintenance type. */
export const MAX_KIND_LENGTH = 100;
export const MAX_ADDRESS_LENGTH = 300;
/** Codes sent by email, typed or as part of a link. */
export const MAX_CODE_LENGTH = 200;
export const MAX_INVITATION_LENGTH = 100;
/** Messages and policy texts. */
export const MAX_CONTENT_LENGTH = 10_000;
export const MAX_ANNOUNCEMENT_LENGTH = 2000;
export const MAX_SUBSIDY_DESCRIPTION_LENGTH = 5000;
export const MAX_DECISION_REASON_LENGTH = 2000;
export const MAX_MAINTENANCE_DESCRIPTION_LENGTH = 2000;
export const MAX_OVERLAP_NOTE_LENGTH = 1000;

// Amounts.
export const MAX_SHILLINGS = 1_000_000_000_000;
export const MAX_ACRES = 1_000_000;
/** Largest ratio of boundary area to stated size; not checked below `MIN_STATED_ACRES`, which is likely a typo. */
export const MAX_BOUNDARY_TO_STATED_RATIO = 5;
export const MIN_STATED_ACRES = 0.1;
export const MAX_LITRES = 1_000_000_000_000;
export const MAX_KILOGRAMS = 1_000_000_000;
export const MAX_TONS_PER_HECTARE = 10_000;
/** Equipment hours: in total, per usage entry, and between two services. */
export const MAX_TOTAL_HOURS = 1_000_000;
export const MAX_USAGE_HOURS = 10_000;
export const MAX_SERVICE_INTERVAL_HOURS = 100_000;
export const MIN_YEAR = 1900;
export const MAX_YEAR = 2100;

// Rows.
/** Default and maximum page size. */
export const MAX_PAGE_SIZE = 500;
/** Spec section 9: six parcels a page. */
export const LAND_PAGE_SIZE = 6;
/** A parcel contains at most this many newest records of each type; its totals cover all records. */
export const RECORDS_PER_PARCEL = 1000;
/** Offline copy of a farm: days of records, and parcels per request. */
export const OFFLINE_RECORD_DAYS = 731;
export const OFFLINE_PAGE_SIZE = 20;
export const MAX_APPLICATION_PARCELS = 50;
export const MAX_BATCH_PARTS = 60;
/** Sync request: writes, bytes, and the time after which no further write is started. */
export const MAX_SYNC_PARTS = 50;
export const MAX_SYNC_BYTES = 500_000;
export const MAX_SYNC_SECONDS = 20;
export const MAX_BULK_DECISIONS = 1000;
/** Applications in one call for their eligibility. */
export const MAX_ELIGIBILITY_IDS = 100;
/** Period of the board. */
export const MAX_BOARD_DAYS = 366;
/** Approved applications in an audit binder. */
export const MAX_BINDER_APPLICATIONS = 5000;
/** Announcements that an office may send in a calendar month, and farmers that one may reach. */
export const MAX_ANNOUNCEMENTS_PER_MONTH = 4;
export const MAX_ANNOUNCEMENT_FARMERS = 200_000;
/** Templates of one office. */
export const MAX_TEMPLATES = 200;
/** Internal notes on one application. */
export const MAX_CASE_NOTES = 200;
export const MAX_CASE_NOTE_LENGTH = 2000;
export const MAX_OPEN_CASES = 10_000;
/** Invitations in one import. */
export const MAX_IMPORTED_INVITATIONS = 200;
export const MAX_IMPORT_LENGTH = 100_000;
/** Minimum number of farmers in each group of a comparison. */
export const MIN_COMPARED = 10;

// Days.
/** Period in which a deleted parcel can be restored. */
export const RESTORE_DAYS = 30;
/** Period for an appeal after a rejection, including the last day. */
export const APPEAL_DAYS = 30;
/** Spec section 2: applications take 7-14 business days. */
export const DECISION_WORKING_DAYS = 14;
/** Working days in which an office answers a farmer's message. */
export const OFFICE_ANSWER_WORKING_DAYS = 5;
/** A post that ends within so many days is highlighted; one that ended stays listed for so many. */
export const POST_ENDING_DAYS = 30;
export const POST_ENDED_DAYS = 90;
/** Deadline for answering a complaint. */
export const COMPLAINT_WORKING_DAYS = 10;

// The officials' map.
export const MIN_TILE_ZOOM = 4;
/** Above this zoom the map enlarges existing tiles. */
export const MAX_TILE_ZOOM = 16;
/** From this zoom tiles contain parcel outlines; below it, counts per grid cell. */
export const OUTLINES_FROM_ZOOM = 11;
export const MAX_TILE_FEATURES = 3000;

// Map programs of officials.
export const MAX_GIS_PAGE_SIZE = 1000;
/** Parcels that a token may read on one day. */
export const MAX_GIS_ROWS = 1_000_000;
/** Valid tokens of an official. */
export const MAX_GIS_TOKENS = 10;
/** Browsers of one farmer that get push messages. */
export const MAX_PUSH_SUBSCRIPTIONS = 10;
export const MAX_PUSH_ENDPOINT_LENGTH = 1000;

/** Letters from which the officials' search starts, and its results of each kind. */
export const MIN_SEARCH_LENGTH = 3;
export const MAX_SEARCH_RESULTS = 5;

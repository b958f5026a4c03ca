/** How long, how large, how many: what the schemas refuse and the forms say before. Free of zod, so that a page may load it. */

// Characters.
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 1000;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PHONE_LENGTH = 40;
/** What somebody or something is called: a person, a parcel, a crop, a product, a department; a title, a subject, a search. */
export const MAX_NAME_LENGTH = 200;
/** One of a few: a county, a type of machine, a kind of work on it. */
export const MAX_KIND_LENGTH = 100;
export const MAX_ADDRESS_LENGTH = 300;
/** What was sent by mail to be typed or followed. */
export const MAX_CODE_LENGTH = 200;
export const MAX_INVITATION_LENGTH = 100;
/** A message, a policy's text. */
export const MAX_CONTENT_LENGTH = 10_000;
export const MAX_SUBSIDY_DESCRIPTION_LENGTH = 5000;
export const MAX_DECISION_REASON_LENGTH = 2000;
export const MAX_MAINTENANCE_DESCRIPTION_LENGTH = 2000;
export const MAX_OVERLAP_NOTE_LENGTH = 1000;

// Amounts.
export const MAX_SHILLINGS = 1_000_000_000_000;
export const MAX_ACRES = 1_000_000;
/** A boundary holds at most so many times the stated size; a size below the smallest was hardly meant. */
export const MAX_TIMES_STATED_SIZE = 5;
export const MIN_STATED_ACRES = 0.1;
export const MAX_LITRES = 1_000_000_000_000;
export const MAX_KILOGRAMS = 1_000_000_000;
export const MAX_TONS_PER_HECTARE = 10_000;
/** What a machine has run in its life, in one entry, and between two services. */
export const MAX_TOTAL_HOURS = 1_000_000;
export const MAX_USAGE_HOURS = 10_000;
export const MAX_SERVICE_INTERVAL_HOURS = 100_000;
export const MIN_YEAR = 1900;
export const MAX_YEAR = 2100;

// Rows.
/** Of a list that is asked for without a limit, and the most that may be asked for. */
export const MAX_PAGE_SIZE = 500;
/** Spec section 9: six parcels a page. */
export const LAND_PAGE_SIZE = 6;
/** A parcel carries at most this many of its newest records of a kind; the totals beside them are of all. */
export const RECORDS_PER_PARCEL = 1000;
/** What a phone keeps of a farm for the field: so many days of records, fetched by so many parcels. */
export const KEPT_DAYS = 731;
export const KEPT_PAGE_SIZE = 20;
export const MAX_APPLICATION_PARCELS = 50;
export const MAX_BATCH_PARTS = 60;
/** Fewer farmers than this on a side are too few to compare. */
export const MIN_COMPARED = 10;

// Days.
/** A deleted parcel can be restored this long. */
export const RESTORE_DAYS = 30;
/** Until so many days after a rejection the farmer may appeal, the last one included. */
export const APPEAL_DAYS = 30;
/** Spec section 2: applications take 7-14 business days. */
export const DECISION_WORKING_DAYS = 14;
/** A complaint is answered within so many. */
export const COMPLAINT_WORKING_DAYS = 10;
/** An application that waits longer than this is work to do. */
export const WAITING_DAYS = 14;

// The officials' map.
export const MIN_TILE_ZOOM = 4;
/** From here on a map enlarges the tiles that it has. */
export const MAX_TILE_ZOOM = 16;
/** From this zoom on parcels are drawn by their outlines, below it they are counted in the cells of a grid. */
export const OUTLINES_FROM_ZOOM = 11;
export const MAX_TILE_FEATURES = 3000;

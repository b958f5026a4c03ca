/** Date functions; `today` uses the server's clock. */
export { addDays, addMonths } from '@ardhi/contract/dates';
export { today } from './clock.ts';

/** Dates as the web counts them: today is by the server's clock. */
export { addDays, addMonths } from '@ardhi/contract/dates';
export { today } from './clock.ts';

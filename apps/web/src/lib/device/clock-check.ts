import { DAY_MS } from '@ardhi/contract/dates';
import { now } from './clock.ts';

/** Whether the device's clock is more than a day off, so that the user should check dates. */
export const isClockWrong = (): boolean => Math.abs(Date.now() - now().getTime()) > DAY_MS;

/** Officials with a post that is stored directly in the database. */
import { newId } from '../src/lib/database/id.ts';
import type { Person, TestApp } from './app.ts';

/** In a county, or national if the place is empty. */
export const insertPost = (app: TestApp, { user }: Person, place: string, duties = ['view', 'decide']) =>
  app.sql`insert into posts (id, official_id, level, place, duties, from_day) values
    (${newId()}, ${user._id}, ${place ? 'county' : 'country'}, ${place}, ${duties}, '2026-01-01')`;

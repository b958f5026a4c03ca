import { landRecords } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import { routesOf } from '../../lib/http/bind.ts';
import type { Page } from '../../lib/http/page.ts';
import { readPage } from '../../lib/http/page.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { addRecord, confirmHarvest, correctRecord, removeRecord, takeHarvestBack } from './record-service.ts';
import {
  type AnyRecord,
  crops,
  fertilizer,
  listRecords,
  pesticides,
  type RecordKind,
  water,
} from './records.ts';
import { readOwnRow } from './service.ts';

interface Adding<Body> extends WriteContext {
  params: { id: string };
  body: Body;
}
interface Changing<Body> extends WriteContext {
  params: { id: string; recordId: string };
  body: Body;
}
interface Listing {
  user: { id: string };
  params: { id: string };
  query: { limit?: number; cursor?: string };
  db: Db;
}

const recordPath = ({ params }: Changing<unknown>) => ({ parcelId: params.id, recordId: params.recordId });

/** Handlers shared by the four kinds. */
const list =
  <Stored extends AnyRecord>(kind: RecordKind<never, Stored>) =>
  async ({ user, params, query, db }: Listing): Promise<Page<Stored>> => {
    const parcel = await readOwnRow(db, user, params.id);
    return readPage(
      query,
      ['date', 'created_at', 'id'],
      (page) => listRecords<Stored>(db, kind.table, parcel.id, page),
      ({ record }) => record,
      parcel[kind.count],
    );
  };

const add =
  <Input, Stored extends AnyRecord>(kind: RecordKind<Input, Stored>) =>
  (context: Adding<Input & { _id?: string }>) =>
    addRecord<Input, Stored>(context, kind, context.params.id, context.body);

const correct =
  <Input, Stored extends AnyRecord>(kind: RecordKind<Input, Stored>) =>
  (context: Changing<Input & { revision?: number }>) =>
    correctRecord<Input, Stored>(context, kind, recordPath(context), context.body);

const remove =
  <Stored extends AnyRecord>(kind: RecordKind<never, Stored>) =>
  (context: Changing<{ revision?: number }>) =>
    removeRecord(context, kind, recordPath(context), context.body.revision);

export const recordRoutes = routesOf(landRecords, {
  'GET /land/{id}/crops': list(crops),
  'POST /land/{id}/crops': add(crops),
  'PUT /land/{id}/crops/{recordId}': correct(crops),
  'PUT /land/{id}/crops/{recordId}/harvest': (context) =>
    confirmHarvest(context, recordPath(context), context.body),
  'PUT /land/{id}/crops/{recordId}/harvest/undo': (context) =>
    takeHarvestBack(context, recordPath(context), context.body),
  'DELETE /land/{id}/crops/{recordId}': remove(crops),
  'GET /land/{id}/water': list(water),
  'POST /land/{id}/water': add(water),
  'PUT /land/{id}/water/{recordId}': correct(water),
  'DELETE /land/{id}/water/{recordId}': remove(water),
  'GET /land/{id}/fertilizer': list(fertilizer),
  'POST /land/{id}/fertilizer': add(fertilizer),
  'PUT /land/{id}/fertilizer/{recordId}': correct(fertilizer),
  'DELETE /land/{id}/fertilizer/{recordId}': remove(fertilizer),
  'GET /land/{id}/pesticides': list(pesticides),
  'POST /land/{id}/pesticides': add(pesticides),
  'PUT /land/{id}/pesticides/{recordId}': correct(pesticides),
  'DELETE /land/{id}/pesticides/{recordId}': remove(pesticides),
});

/** Fields of audit entries. The API does not compile if it writes another, the web not if one has no label. */
import type { QueryInput } from './base/route.ts';
import type { EquipmentEdit, MaintenanceRecord, UsageRecord } from './farm/equipment.ts';
import type { ParcelInput } from './farm/land.ts';
import type { Crop, FertilizerUsage, PesticideUsage, WaterUsage } from './farm/land-records.ts';
import type { Api, Call } from './index.ts';
import type { StoredRules } from './office/subsidy-eligibility.ts';

type FieldsOf<Row> = Row extends object ? keyof Row : never;

/** Fields that users enter for parcels, their records, equipment and programmes. The log has no nested location. */
type Entered = FieldsOf<
  | ParcelInput
  | ParcelInput['location' | 'declarations']
  | Crop
  | WaterUsage
  | FertilizerUsage
  | PesticideUsage
  | EquipmentEdit
  | Omit<MaintenanceRecord, 'cost' | 'createdAt'>
  | Omit<UsageRecord, 'createdAt'>
  | StoredRules
>;

/** Filters of the searches and exports that are logged. Search terms are stored as a hash in `words`. */
type LoggedRead = { [C in Call]: Api[C] extends { auditAction: string; query: object } ? C : never }[Call];
type Filter = { [C in LoggedRead]: keyof QueryInput<Api[C]> }[LoggedRead];

export type AuditField =
  | Exclude<Entered, '_id' | 'revision'>
  | Exclude<Filter, 'q' | 'cursor' | 'limit' | `${string}Id`>
  | 'amountCents'
  | 'applications'
  | 'approvals'
  | 'areaSquareMetres'
  | 'at'
  | 'awaiting'
  | 'cancelled'
  | 'closed'
  | 'closesOn'
  | 'coordinates'
  | 'costCents'
  | 'countyConfirmed'
  | 'crop'
  | 'csvSha256'
  | 'decided'
  | 'department'
  | 'descriptionSw'
  | 'device'
  | 'duties'
  | 'effectiveDate'
  | 'farmSize'
  | 'farmers'
  | 'fields'
  | 'from'
  | 'head'
  | 'limitCents'
  | 'meetsRules'
  | 'nameSw'
  | 'maxOpen'
  | 'maxRows'
  | 'monthLimitCents'
  | 'network'
  | 'notDecided'
  | 'note'
  | 'number'
  | 'overlapCount'
  | 'pdfSha256'
  | 'phoneNumber'
  | 'reason'
  | 'reasonSw'
  | 'role'
  | 'rules'
  | 'seal'
  | 'secondAboveCents'
  | 'setting'
  | 'source'
  | 'subject'
  | 'sustainabilityScore'
  | 'task'
  | 'title'
  | 'titleSw'
  | 'total'
  | 'totalCents'
  | 'until'
  | 'words';

/** Ids need no label: readers do not see them. */
type Shown = AuditField | '_id' | `${string}Id` | `${string}Ids`;
type FieldsIn<Value> = Value extends readonly (infer Item)[] ? FieldsOf<Item> : FieldsOf<Value>;

/** Does not compile for fields without a label, also within a field. */
export type Labelled<Fields> = {
  [F in keyof Fields]: F extends Shown
    ? Exclude<FieldsIn<Fields[F]>, Shown> extends never
      ? Fields[F]
      : never
    : never;
};

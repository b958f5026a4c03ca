import * as z from 'zod';
import {
  baseRevision,
  clearable,
  clientId,
  Done,
  date,
  id,
  line,
  money,
  number,
  optional,
  paging,
  Removal,
  revision,
  text,
  timestamp,
} from '../base/fields.ts';
import {
  MAX_KIND_LENGTH,
  MAX_MAINTENANCE_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SERVICE_INTERVAL_HOURS,
  MAX_TOTAL_HOURS,
  MAX_USAGE_HOURS,
} from '../base/limits.ts';
import { contract } from '../base/route.ts';

export const EquipmentStatus = z.enum(['active', 'maintenance', 'retired']);
export type EquipmentStatus = z.infer<typeof EquipmentStatus>;

const totalHours = number(0, MAX_TOTAL_HOURS);

const serviceInterval = number(1, MAX_SERVICE_INTERVAL_HOURS);

export const EquipmentInput = z.object({
  name: line(MAX_NAME_LENGTH),
  type: line(MAX_KIND_LENGTH),
  manufacturer: optional(line(MAX_NAME_LENGTH)),
  model: optional(line(MAX_NAME_LENGTH)),
  purchaseDate: optional(date),
  purchasePrice: optional(money),
  status: optional(EquipmentStatus),
  /** Hour meter reading when the machine was added; `usageHours` is an alias. */
  startingHours: optional(totalHours),
  usageHours: optional(totalHours),
  /** Hours of use between services. */
  serviceIntervalHours: optional(serviceInterval),
  ...clientId,
});
export type EquipmentInput = z.input<typeof EquipmentInput>;

/** Absent fields stay unchanged. Hours are added by the usage call. */
export const EquipmentEdit = z.object({
  name: line(MAX_NAME_LENGTH).optional(),
  type: line(MAX_KIND_LENGTH).optional(),
  manufacturer: clearable(line(MAX_NAME_LENGTH)),
  model: clearable(line(MAX_NAME_LENGTH)),
  purchaseDate: clearable(date),
  purchasePrice: clearable(money),
  status: optional(EquipmentStatus),
  startingHours: optional(totalHours),
  serviceIntervalHours: clearable(serviceInterval),
  ...baseRevision,
});
export type EquipmentEdit = z.input<typeof EquipmentEdit>;

/** `due`: date or hours reached. `soon`: within two weeks or the last tenth of the interval. */
export const ServiceState = z.enum(['due', 'soon', 'later', 'unknown']);
export type ServiceState = z.infer<typeof ServiceState>;

export const ServiceDue = z.object({
  state: ServiceState,
  /** The criterion that makes it due or soon. */
  by: z.enum(['date', 'hours']).nullable(),
  dueDate: z.string().nullable(),
  daysLeft: z.number().int().nullable(),
  hoursLeft: z.number().nullable(),
});
export type ServiceDue = z.infer<typeof ServiceDue>;

export const Equipment = z.object({
  _id: id,
  name: z.string(),
  type: z.string(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  purchaseDate: z.string().nullable(),
  purchasePrice: z.number().nullable(),
  status: EquipmentStatus,
  startingHours: z.number(),
  usageHours: z.number(),
  serviceIntervalHours: z.number().nullable(),
  service: ServiceDue,
  /** Maintenance cost of the last 365 days. */
  yearlyCost: z.number(),
  revision,
  createdAt: timestamp,
});
export type Equipment = z.infer<typeof Equipment>;

/** Options in the form; clients may send other values. `service` resets the hours until the next service. */
export const MAINTENANCE_KINDS = ['service', 'repair', 'inspection', 'other'] as const;

export const MaintenanceInput = z
  .object({
    date,
    kind: line(MAX_KIND_LENGTH),
    description: text(MAX_MAINTENANCE_DESCRIPTION_LENGTH),
    cost: optional(money),
    nextDueDate: optional(date),
    ...clientId,
  })
  .refine((record) => record.nextDueDate === undefined || record.nextDueDate >= record.date, {
    path: ['nextDueDate'],
    error: 'issue.next-due-before-date',
  });
export type MaintenanceInput = z.input<typeof MaintenanceInput>;

/** Absent fields stay unchanged. */
export const MaintenanceEdit = z.object({
  date: date.optional(),
  kind: line(MAX_KIND_LENGTH).optional(),
  description: text(MAX_MAINTENANCE_DESCRIPTION_LENGTH).optional(),
  cost: clearable(money),
  nextDueDate: clearable(date),
  ...baseRevision,
});
export type MaintenanceEdit = z.input<typeof MaintenanceEdit>;

export const MaintenanceRecord = z.object({
  _id: id,
  date: z.string(),
  kind: z.string(),
  description: z.string(),
  cost: z.number().nullable(),
  nextDueDate: z.string().nullable(),
  revision,
  createdAt: timestamp,
});
export type MaintenanceRecord = z.infer<typeof MaintenanceRecord>;

export const UsageInput = z.object({
  /** Added to the machine's hours. */
  hours: number(0, MAX_USAGE_HOURS),
  /** Defaults to today. */
  date: optional(date),
  ...clientId,
});
export type UsageInput = z.input<typeof UsageInput>;

export const UsageRecord = z.object({
  _id: id,
  date: z.string(),
  hours: z.number(),
  createdAt: timestamp,
});
export type UsageRecord = z.infer<typeof UsageRecord>;

/** A machine with its newest 200 records of each type. */
export const EquipmentDetail = Equipment.extend({
  maintenance: z.array(MaintenanceRecord),
  usage: z.array(UsageRecord),
  /** Maintenance cost per calendar year, newest first. */
  costByYear: z.array(z.object({ year: z.number().int(), cost: z.number() })),
});
export type EquipmentDetail = z.infer<typeof EquipmentDetail>;

export const equipment = contract({
  'POST /equipment': {
    summary: 'Add a machine or tool',
    access: 'farmer',
    body: EquipmentInput,
    response: Equipment,
    status: 201,
    queueable: true,
  },
  'GET /equipment': {
    summary: 'The own equipment, oldest first',
    access: 'farmer',
    query: z.object({ ...paging }),
    response: z.array(Equipment),
    paged: true,
  },
  'GET /equipment/{id}': {
    summary: 'One piece of equipment with its newest records',
    access: 'farmer',
    response: EquipmentDetail,
  },
  'PUT /equipment/{id}': {
    summary: 'Edit',
    access: 'farmer',
    body: EquipmentEdit,
    response: Equipment,
    queueable: true,
  },
  'DELETE /equipment/{id}': {
    summary: 'Delete with all its records',
    access: 'farmer',
    body: Removal,
    response: Done,
    queueable: true,
  },
});

export const equipmentRecords = contract({
  'POST /equipment/{id}/maintenance': {
    summary: 'Record maintenance; answers the machine',
    access: 'farmer',
    body: MaintenanceInput,
    response: EquipmentDetail,
    status: 201,
    queueable: true,
  },
  'GET /equipment/{id}/maintenance': {
    summary: 'The maintenance log, newest first',
    access: 'farmer',
    query: z.object({ ...paging }),
    response: z.array(MaintenanceRecord),
    paged: true,
  },
  'PUT /equipment/{id}/maintenance/{recordId}': {
    summary: 'Correct a maintenance record',
    access: 'farmer',
    body: MaintenanceEdit,
    response: EquipmentDetail,
    queueable: true,
  },
  'DELETE /equipment/{id}/maintenance/{recordId}': {
    summary: 'Delete a maintenance record',
    access: 'farmer',
    body: Removal,
    response: EquipmentDetail,
    queueable: true,
  },
  'PUT /equipment/{id}/usage': {
    summary: 'Add hours of use; answers the machine',
    access: 'farmer',
    body: UsageInput,
    response: EquipmentDetail,
    queueable: true,
  },
  'GET /equipment/{id}/usage': {
    summary: 'The usage log, newest first',
    access: 'farmer',
    query: z.object({ ...paging }),
    response: z.array(UsageRecord),
    paged: true,
  },
  'DELETE /equipment/{id}/usage/{recordId}': {
    summary: 'Take back hours that were entered by mistake',
    access: 'farmer',
    response: EquipmentDetail,
    queueable: true,
  },
});

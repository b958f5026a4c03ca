/** Between a machine and its form. */
import type { Equipment, EquipmentStatus } from '@ardhi/contract';
import { numberIn } from '../lib/form-words.ts';

export interface EquipmentValues {
  name: string;
  type: string;
  manufacturer: string;
  model: string;
  purchaseDate: string;
  purchasePrice: string;
  status: EquipmentStatus;
  startingHours: string;
  serviceIntervalHours: string;
}

const text = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

export function equipmentValues(machine?: Equipment): EquipmentValues {
  return {
    name: machine?.name ?? '',
    type: machine?.type ?? '',
    manufacturer: machine?.manufacturer ?? '',
    model: machine?.model ?? '',
    purchaseDate: machine?.purchaseDate ?? '',
    purchasePrice: text(machine?.purchasePrice),
    status: machine?.status ?? 'active',
    startingHours: machine?.startingHours ? String(machine.startingHours) : '',
    serviceIntervalHours: text(machine?.serviceIntervalHours),
  };
}

/** What is empty is taken away. */
export function equipmentBody(values: EquipmentValues) {
  return {
    name: values.name.trim(),
    type: values.type.trim(),
    manufacturer: values.manufacturer.trim() || null,
    model: values.model.trim() || null,
    purchaseDate: values.purchaseDate || null,
    purchasePrice: numberIn(values.purchasePrice) ?? null,
    status: values.status,
    startingHours: numberIn(values.startingHours) ?? 0,
    serviceIntervalHours: numberIn(values.serviceIntervalHours) ?? null,
  };
}

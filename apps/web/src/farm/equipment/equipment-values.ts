/** Converts equipment to form values, and form values to a request body. */
import type { Equipment, EquipmentEdit, EquipmentStatus } from '@ardhi/contract';
import { numberIn } from '../../lib/forms/checks.ts';

/** As typed, except the status. */
export type EquipmentValues = Record<Exclude<keyof EquipmentEdit, 'revision' | 'status'>, string> & {
  status: EquipmentStatus;
};

const text = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

export function equipmentValues(equipment?: Equipment): EquipmentValues {
  return {
    name: equipment?.name ?? '',
    type: equipment?.type ?? '',
    manufacturer: equipment?.manufacturer ?? '',
    model: equipment?.model ?? '',
    purchaseDate: equipment?.purchaseDate ?? '',
    purchasePrice: text(equipment?.purchasePrice),
    status: equipment?.status ?? 'active',
    startingHours: equipment?.startingHours ? String(equipment.startingHours) : '',
    serviceIntervalHours: text(equipment?.serviceIntervalHours),
  };
}

/** An empty field is sent as null, which clears it. */
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

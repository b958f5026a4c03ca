/** Subjects of a message to an office, and the farmer's offices: both from data that is on the phone. */
import type { Application, MessageInput, Parcel } from '@ardhi/contract';
import { NATIONAL_OFFICE } from '@ardhi/contract/offices';
import type { Translate } from '../../lib/text/i18n.tsx';

export type About = NonNullable<MessageInput['about']>;

/** As in the address of the page: `parcel.0199…`. */
export const aboutKey = ({ kind, _id }: About) => `${kind}.${_id}`;

export interface Subject {
  key: string;
  about: About;
  label: string;
  /** Place of the office; null: only the server knows it. */
  place: string | null;
}

const MAX_CROPS = 100;

export function subjectsOf(
  parcels: readonly Parcel[],
  applications: readonly Application[],
  t: Translate,
): Subject[] {
  const subject = (kind: About['kind'], _id: string, name: string, place: string | null): Subject => {
    const about = { kind, _id };
    return { key: aboutKey(about), about, label: t(`messages.about.${kind}`, { name }), place };
  };
  const placeOf = ({ county }: Parcel) => county ?? NATIONAL_OFFICE;
  const crops = parcels.flatMap((parcel) =>
    (parcel.crops ?? []).map((crop) => ({ parcel, crop, name: `${crop.name} (${parcel.name})` })),
  );
  crops.sort((one, other) => other.crop.plantingDate.localeCompare(one.crop.plantingDate));
  return [
    ...parcels.map((parcel) => subject('parcel', parcel._id, parcel.name, placeOf(parcel))),
    ...crops
      .slice(0, MAX_CROPS)
      .map(({ parcel, crop, name }) => subject('crop', crop._id, name, placeOf(parcel))),
    ...applications.map(({ _id, name }) => subject('application', _id, name, null)),
  ];
}

/** Counties of the parcels, the one with the most acres first; the national office without any. As on the server. */
export function placesOf(parcels: readonly Pick<Parcel, 'county' | 'size'>[]): string[] {
  const acres = new Map<string, number>();
  for (const { county, size } of parcels) if (county) acres.set(county, (acres.get(county) ?? 0) + size);
  const places = [...acres].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([county]) => county);
  return places.length > 0 ? places : [NATIONAL_OFFICE];
}

export const officeName = (place: string, t: Translate): string =>
  place === NATIONAL_OFFICE ? t('messages.office.national') : t('messages.office.county', { county: place });

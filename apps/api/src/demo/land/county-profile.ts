/** What farming looks like in a county: how many farm there, who they are, what they grow, in which towns. */
import type { Community } from '../people/names.ts';
import type { SystemKey } from './systems.ts';

type Mix = Partial<Record<SystemKey, number>>;

export interface CountyProfile {
  /** Farming households, in thousands, by the order of size of the census of 2019. */
  households: number;
  people: Partial<Record<Community, number>>;
  systems: Mix;
  /** Towns known for something else than the rest of the county. */
  towns?: Record<string, Mix>;
  /** How large a parcel is beside the country's. */
  sizeFactor?: number;
}

export const highlandCash: Mix = {
  'maize-beans': 4,
  tea: 2,
  coffee: 3,
  banana: 2,
  'fruit-trees': 2,
  dairy: 2,
};
export const dryland: Mix = { dryland: 8, 'maize-beans': 1, mango: 1.5 };
export const pastoral: Mix = { grazing: 6, riverine: 3 };
export const lake: Mix = { 'lake-mixed': 6, 'maize-beans': 2 };

/** People and parcels that the stories refer to; they are loaded before. */
import type { Day } from '../calendar.ts';
import type { Loader } from '../loader.ts';
import type { DemoFarmer } from '../people/farmer.ts';
import type { Official } from '../people/officials.ts';
import type { Random } from '../random.ts';

export interface DemoContext {
  asOf: Day;
  random: Random;
  loader: Loader;
  /** The farmer whose account the demo offers. */
  hero: DemoFarmer;
  /** The first is the official whose account the demo offers. */
  officials: Official[];
  /** Without the hero. */
  farmers: DemoFarmer[];
}

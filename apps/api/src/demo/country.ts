/** What the stories of a filled country are told about. */
import type { Day } from './calendar.ts';
import type { Loader } from './loader.ts';
import type { DemoFarmer } from './people/farmer.ts';
import type { Official } from './people/officials.ts';
import type { Random } from './random.ts';

export interface Country {
  asOf: Day;
  random: Random;
  loader: Loader;
  /** The farmer and the official whose accounts the demo offers. */
  hero: DemoFarmer;
  official: Official;
  officials: Official[];
  /** Farmers who take part, without the hero; in a very large country not all do. */
  farmers: DemoFarmer[];
}

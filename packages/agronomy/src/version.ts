import counties from './reference/counties.json' with { type: 'json' };
import climate from './reference/county-climate.json' with { type: 'json' };
import crops from './reference/crops.json' with { type: 'json' };
import fertilizers from './reference/fertilizers.json' with { type: 'json' };
import pesticides from './reference/pesticides.json' with { type: 'json' };
import soils from './reference/soils.json' with { type: 'json' };

/** Increase it with every change that can alter a result: stored scores of other versions are recomputed. */
export const ENGINE_VERSION = '2025.2.0';

const versions = new Set(
  [crops, fertilizers, pesticides, soils, counties, climate].map(({ version }) => version),
);

/** The tables normally share one version; mixed versions are all listed. */
export const TABLES_VERSION = [...versions].join('+');

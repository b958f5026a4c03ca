/** Fill speed of the demo database and of COUNTRY_PARCELS parcels by COPY. */
import { openBenchDatabase } from './lib/fixture-database.ts';
import { report } from './lib/report.ts';

const demo = await openBenchDatabase({ farmers: 600, detail: 'full' });
report('a demo of 600 farmers', demo.seconds, 's', { atMost: 10 });
await demo.drop();

const parcels = Number(process.env.COUNTRY_PARCELS ?? 100_000);
const large = await openBenchDatabase({ parcels, detail: 'parcels' });
const rows = Object.values(large.rows).reduce((sum, count) => sum + count, 0);
report(`rows a second, ${parcels} parcels with their records`, rows / large.seconds, 'rows/s', {});
report('memory of the process that fills', process.memoryUsage().rss / 1024 ** 2, 'MB', { atMost: 600 });
await large.drop();

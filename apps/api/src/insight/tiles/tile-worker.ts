/** Worker that encodes vector tiles. */
import { serve } from '../../lib/workers/worker.ts';
import { tileWork } from './encode.ts';

serve(tileWork);

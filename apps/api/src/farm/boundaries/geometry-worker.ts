/** Worker thread for large boundaries. */
import { serve } from '../../lib/workers/worker.ts';
import { work } from './geometry-tasks.ts';

serve(work);

/** The worker that measures large boundaries. */
import { serve } from '../../lib/workers/worker.ts';
import { work } from './work.ts';

serve(work);

import type { Policy } from '@ardhi/contract';
import { dateInNairobi } from '@ardhi/contract';

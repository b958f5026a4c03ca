/** What the domains say of their data, made known to the cache below them. */
import { registerCacheRules } from '../lib/query.ts';

registerCacheRules([
  { kind: 'land', byRow: true },
  { kind: 'equipment', byRow: true },
  { kind: 'message', byRow: true },
  { kind: 'notice', broadcast: true },
  { kind: 'policy', broadcast: true },
]);

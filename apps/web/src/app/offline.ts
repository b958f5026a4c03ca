/** Makes the domains known to the engines below them, which know none. Whatever starts signed in imports this first. */
import { registerCacheRules } from '../lib/query.ts';
import { registerOfflineDomains } from '../offline/offline-domain.ts';
import { startOutbox } from '../outbox/current.ts';
import { registerOfflineCalls } from '../outbox/offline-calls.ts';
import { calls, domains } from './offline-tables.ts';

registerCacheRules(domains);
registerOfflineDomains(domains);
registerOfflineCalls(calls);
startOutbox();

/** `node server.js`: starts Ardhi. */
import { dataDir } from './environment.js';

process.env.DATA_DIR ??= dataDir;

// Process 1 of a container ignores signals without a handler. Until the server has loaded and handles them itself,
// there is nothing to shut down.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());

await import('./apps/api/dist/server.js');

/** `node server.js`: starts Ardhi. */
import './environment.js';

// Process 1 of a container is ended by no signal that it does not handle, and loading the server takes a moment: until
// the server listens to them itself, there is nothing to shut down.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());

await import('./apps/api/dist/server.js');

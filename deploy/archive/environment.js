/** Defaults of a release: data is stored outside its folder, which may be read-only and is replaced on upgrade. */
import { homedir } from 'node:os';
import { join } from 'node:path';

process.env.NODE_ENV ??= 'production';
// systemd sets STATE_DIRECTORY for the service.
process.env.DATA_DIR ??= process.env.STATE_DIRECTORY ?? join(homedir(), '.ardhi');

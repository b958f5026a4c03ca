/** Defaults of a release: data is stored outside its folder, which may be read-only and is replaced on upgrade. */
import { homedir } from 'node:os';
import { join } from 'node:path';

process.env.NODE_ENV ??= 'production';

/** Used if DATA_DIR is not set. systemd sets STATE_DIRECTORY for the service. */
export const dataDir = process.env.STATE_DIRECTORY ?? join(homedir(), '.ardhi');

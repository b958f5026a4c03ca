/** What differs in a release: whatever is kept lies outside its folder, which may be read-only and is replaced as a whole. */
import { homedir } from 'node:os';
import { join } from 'node:path';

process.env.NODE_ENV ??= 'production';
// The first: what systemd made for the service.
process.env.DATA_DIR ??= process.env.STATE_DIRECTORY ?? join(homedir(), '.ardhi');

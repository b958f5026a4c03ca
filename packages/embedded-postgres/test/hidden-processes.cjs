/** Preloaded: no process can be looked up in /proc, as under `ProtectProc=invisible` of a systemd unit. */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { readFileSync } = fs;
fs.readFileSync = (path, ...options) => {
  if (/^\/proc\/\d+\//.test(path))
    throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT' });
  return readFileSync(path, ...options);
};
syncBuiltinESMExports();

/** Preload script that hides processes in /proc, as `ProtectProc=invisible` of a systemd unit does. */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { readFileSync } = fs;
fs.readFileSync = (path, ...options) => {
  if (/^\/proc\/\d+\//.test(path))
    throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT' });
  return readFileSync(path, ...options);
};
syncBuiltinESMExports();

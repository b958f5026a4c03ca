/** libpq connection strings with several hosts and `target_session_attrs`. node-postgres supports only one host. */

const SESSION_ATTRS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type SessionAttrs = (typeof SESSION_ATTRS)[number];

/** Empty if the connection string has one host, which node-postgres reads itself. */
export interface Host {
  host?: string;
  port?: number;
}

export interface Addresses {
  /** Contains only the first host. */
  connectionString: string;
  hosts: Host[];
  attrs: SessionAttrs;
}

const DEFAULT_PORT = 5432;

export function parseAddresses(text: string): Addresses {
  const [, head = '', authority = '', tail = ''] =
    /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? [];
  const names = authority.split(',');
  const isMultiHost = names.length > 1;
  const requested = /[?&]target_session_attrs=([^&#]*)/.exec(tail)?.[1];
  // Ardhi writes, so with several hosts it needs the writable one by default.
  const attrs = SESSION_ATTRS.find((known) => known === (requested ?? (isMultiHost ? 'read-write' : 'any')));
  if (!attrs) throw new Error(`target_session_attrs is none of ${SESSION_ATTRS.join(', ')}`);
  return isMultiHost
    ? { connectionString: head + names[0] + tail, hosts: names.map(parseHost), attrs }
    : { connectionString: text, hosts: [{}], attrs };
}

function parseHost(name: string): Host {
  const [, bracketed, plain = '', port = DEFAULT_PORT] =
    /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(name) ?? [];
  const host = bracketed ?? decodeURIComponent(plain);
  // The host is not repeated: it may be part of a password that was not URL-encoded.
  if (!host) throw new Error('one of its hosts is not valid');
  return { host, port: Number(port) };
}

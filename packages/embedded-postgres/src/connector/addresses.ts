/** Connection strings as libpq writes them: several hosts, and which of them is wanted. node-postgres reads one host. */

const SESSION_ATTRS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type SessionAttrs = (typeof SESSION_ATTRS)[number];

/** Empty where the connection string has one host, which node-postgres reads by itself. */
export interface Host {
  host?: string;
  port?: number;
}

export interface Addresses {
  /** With the first host alone. */
  connectionString: string;
  hosts: Host[];
  attrs: SessionAttrs;
}

const DEFAULT_PORT = 5432;

export function parseAddresses(text: string): Addresses {
  const [, head = '', authority = '', tail = ''] =
    /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? [];
  const names = authority.split(',');
  const several = names.length > 1;
  const given = /[?&]target_session_attrs=([^&#]*)/.exec(tail)?.[1];
  // Ardhi writes: of several hosts it wants the one that can be written to, unless told otherwise.
  const attrs = SESSION_ATTRS.find((known) => known === (given ?? (several ? 'read-write' : 'any')));
  if (!attrs) throw new Error(`target_session_attrs is none of ${SESSION_ATTRS.join(', ')}`);
  return several
    ? { connectionString: head + names[0] + tail, hosts: names.map(parseHost), attrs }
    : { connectionString: text, hosts: [{}], attrs };
}

function parseHost(name: string): Host {
  const [, bracketed, plain = '', port = DEFAULT_PORT] =
    /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(name) ?? [];
  const host = bracketed ?? decodeURIComponent(plain);
  // It may be part of a password that was not encoded, so it is not repeated.
  if (!host) throw new Error('it has a host that is none');
  return { host, port: Number(port) };
}

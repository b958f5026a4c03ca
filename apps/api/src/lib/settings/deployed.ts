/** Deployed or not is one notion: decided at start from three settings, never by what a request says. */

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;

/** Whether the name or address is this machine, seen from itself. */
function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.replace(/^\[(.*)\]$/, '$1'));
}

export function isDeployed(settings: {
  host: string;
  publicUrl: string | null;
  trustProxy: false | number | string[];
}): boolean {
  const { host, publicUrl, trustProxy } = settings;
  return (
    !isLoopback(host) ||
    trustProxy !== false ||
    (publicUrl !== null && !isLoopback(new URL(publicUrl).hostname))
  );
}

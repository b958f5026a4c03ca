/** Deployment mode: derived from three settings at start, never from a request. */

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;

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

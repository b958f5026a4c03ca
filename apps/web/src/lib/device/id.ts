/** Client-generated UUIDv7 (RFC 9562). Also works on plain HTTP, where crypto.randomUUID is missing. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  const [a, b, ...rest] = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
  const time = Date.now().toString(16).padStart(12, '0');
  const variant = (8 + (bytes[9]! & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a}${b![0]}-${variant}${b![1]}${rest[0]}-${rest.slice(1, 7).join('')}`;
}

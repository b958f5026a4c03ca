/** Minimal zip reader with protection against zip bombs. */
import { ImportError } from './import-error.ts';

const MAX_ENTRIES = 200;
export const MAX_INFLATED_BYTES = 40 * 1024 * 1024;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  name: string;
  method: number;
  packed: number;
  inflated: number;
  offset: number;
}

export const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2]! <= 8;

/** Returns the matching files by lower-case name. */
export async function readZip(bytes: Uint8Array, pattern: RegExp): Promise<Map<string, Uint8Array>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = listEntries(view, bytes).filter(
    ({ name }) => pattern.test(name) && !name.startsWith('__macosx/'),
  );
  const claimed = entries.reduce((sum, { inflated }) => sum + inflated, 0);
  if (claimed > MAX_INFLATED_BYTES) throw tooLarge();
  const files = new Map<string, Uint8Array>();
  let remainingBytes = MAX_INFLATED_BYTES;
  for (const entry of entries) {
    const content = await inflate(packedBytes(view, bytes, entry), entry, remainingBytes);
    remainingBytes -= content.length;
    files.set(entry.name, content);
  }
  return files;
}

const tooLarge = () =>
  new ImportError('zip-too-large', { megabytes: Math.round(MAX_INFLATED_BYTES / 1024 / 1024) });
const broken = () => new ImportError('zip-broken');

function listEntries(view: DataView, bytes: Uint8Array): Entry[] {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > MAX_ENTRIES) throw tooLarge();
  let at = view.getUint32(end + 16, true);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw broken();
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      inflated: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)).toLowerCase(),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The end record is at the end of the file, followed by a comment of up to 65,535 bytes. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= first; at -= 1)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  throw broken();
}

function packedBytes(view: DataView, bytes: Uint8Array, { offset, packed }: Entry): Uint8Array {
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== LOCAL_ENTRY) throw broken();
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > view.byteLength) throw broken();
  return bytes.subarray(start, start + packed);
}

/** Counts the actual output, because the declared size can be wrong. */
async function inflate(packed: Uint8Array, { method }: Entry, maxBytes: number): Promise<Uint8Array> {
  if (method === STORED) {
    if (packed.length > maxBytes) throw tooLarge();
    return packed;
  }
  if (method !== DEFLATED) throw broken();
  const inflated = new Response(packed as BufferSource).body!.pipeThrough(
    new DecompressionStream('deflate-raw'),
  );
  const reader = inflated.getReader();
  const chunks: BlobPart[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error instanceof ImportError ? error : broken();
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * Backup file format: gzipped lines. The first is a JSON manifest, then come the rows of each table in COPY text format
 * (one line per row, since COPY escapes line ends). The last is JSON with the SHA-256 of all lines before it.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { openBackup } from './encryption.ts';

const FORMAT = 'ardhi-backup';
const VERSION = 1;
const LINE_END = 10;

export interface TableEntry {
  name: string;
  columns: string[];
  rows: number;
  /** Partition names and bounds as SQL. The rows are written once, for the whole table. */
  partitions?: { name: string; bounds: string }[];
}

export interface Manifest {
  createdAt: string;
  /** Number of the last applied migration. */
  migration: number;
  tables: TableEntry[];
  sequences: { name: string; value: string }[];
}

export type Rows = AsyncIterable<Buffer>;

export async function writeBackup(file: string, manifest: Manifest, rowsOf: (table: TableEntry) => Rows) {
  const hash = createHash('sha256');
  async function* content() {
    const first = Buffer.from(`${JSON.stringify({ format: FORMAT, version: VERSION, ...manifest })}\n`);
    hash.update(first);
    yield first;
    for (const table of manifest.tables) {
      for await (const chunk of rowsOf(table)) {
        hash.update(chunk);
        yield chunk;
      }
    }
    yield Buffer.from(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`);
  }
  // The backup contains all personal data, so only its owner may read it.
  await pipeline(content, createGzip(), createWriteStream(file, { mode: 0o600, flush: true }));
}

/**
 * Passes each table's rows to `load`. A wrong checksum is detected only at the end, after all rows were passed on.
 * `identity` decrypts an encrypted file.
 */
export async function readBackup(
  file: string,
  load: (table: TableEntry, rows: Rows) => Promise<void>,
  identity?: string,
): Promise<Manifest> {
  return pipeline(await openBackup(file, identity), createGunzip(), async (source: Rows) => {
    const lines = new Lines(source);
    const { format, version, ...manifest } = JSON.parse(await lines.next()) as Manifest &
      Record<string, unknown>;
    if (format !== FORMAT) throw new Error('it is not a backup of Ardhi');
    if (version !== VERSION)
      throw new Error(`its format is ${version}, and this version of Ardhi reads ${VERSION}`);
    for (const table of manifest.tables) await load(table, lines.take(table.rows));
    const sha256 = lines.digest();
    if ((JSON.parse(await lines.next()) as { sha256: string }).sha256 !== sha256)
      throw new Error('its checksum does not match');
    if (!(await lines.atEnd())) throw new Error('it contains data after its end');
    return manifest;
  });
}

class Lines {
  #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #hash = createHash('sha256');

  constructor(source: Rows) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Yields exactly `count` lines, in pieces of any size. */
  async *take(count: number): AsyncGenerator<Buffer> {
    for (let missing = count; missing > 0; ) {
      if (this.#rest.length === 0) await this.#refill();
      let end = 0;
      while (missing > 0) {
        const lineEnd = this.#rest.indexOf(LINE_END, end);
        if (lineEnd < 0) break;
        end = lineEnd + 1;
        missing--;
      }
      if (missing > 0) end = this.#rest.length;
      const piece = this.#rest.subarray(0, end);
      this.#rest = this.#rest.subarray(end);
      this.#hash.update(piece);
      yield piece;
    }
  }

  async next(): Promise<string> {
    const pieces: Buffer[] = [];
    for await (const piece of this.take(1)) pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
  }

  /** SHA-256 of all lines read so far. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  async atEnd(): Promise<boolean> {
    return this.#rest.length === 0 && (await this.#source.next()).done === true;
  }

  async #refill() {
    const { done, value } = await this.#source.next();
    if (done) throw new Error('its end is missing');
    this.#rest = value;
  }
}

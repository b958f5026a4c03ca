/**
 * Standard output and standard error that neither block nor fail. Lines are dropped and counted while the disk of the
 * log is full, or while the reader of a pipe does not read: a server without a log is better than none.
 */
import { fstatSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { counters } from './counters.ts';

/** Lines that wait for a slow reader. */
const MAX_BACKLOG_BYTES = 1024 ** 2;
const FLUSH_MS = 1_000;

export class Output {
  readonly #stream: NodeJS.WriteStream;
  readonly #fd: number;
  readonly #isFile: boolean;
  #dropped = 0;
  /** The last line of the file has no end. */
  #isCut = false;

  constructor(stream: NodeJS.WriteStream, fd: number) {
    this.#stream = stream;
    this.#fd = fd;
    this.#isFile = fstatSync(fd).isFile();
  }

  /** `line` ends with a line break. */
  write(line: string): void {
    if (this.#dropped > 0 && this.#put(droppedLine(this.#dropped))) this.#dropped = 0;
    if (this.#dropped > 0 || !this.#put(line)) this.#drop();
  }

  /** Waits a moment for a slow reader. */
  async flush(): Promise<void> {
    if (this.#stream.writableLength === 0) return;
    const flushed = new Promise((resolve) => this.#stream.write('', resolve));
    await Promise.race([flushed, pause(FLUSH_MS, undefined, { ref: false })]);
  }

  #put(line: string): boolean {
    if (this.#isFile) return this.#putInFile(line);
    if (this.#stream.writableLength > MAX_BACKLOG_BYTES) return false;
    this.#stream.write(line, (error) => error && this.#drop());
    return true;
  }

  /** Node's own stream for files ends at the first error. */
  #putInFile(line: string): boolean {
    const bytes = Buffer.from(this.#isCut ? `\n${line}` : line);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
      this.#isCut = false;
      return true;
    } catch {
      this.#isCut ||= written > 0;
      return false;
    }
  }

  #drop(): void {
    this.#dropped += 1;
    counters.logLinesDropped += 1;
  }
}

/** In the format of the other lines. */
function droppedLine(dropped: number): string {
  const fields = { level: 40, time: Date.now(), pid: process.pid, hostname: hostname(), dropped };
  return `${JSON.stringify({ ...fields, msg: 'log lines were dropped' })}\n`;
}

export const stdout = new Output(process.stdout, 1);
export const stderr = new Output(process.stderr, 2);

/** Readable log lines for a terminal, converted from JSON. */

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 40: 'warning', 50: 'error', 60: 'fatal' };

/** Sent by proxies and containers every few seconds. */
const HEALTH_CHECKS = ['GET /health', 'GET /ready'];

/** Fields that identify a process, request or user: noise at a terminal. */
const HIDDEN = ['level', 'time', 'pid', 'hostname', 'reqId', 'user', 'address', 'msg', 'err'];

interface LogLine {
  level: number;
  time: number;
  msg?: string;
  call?: string;
  status?: number;
  ms?: number;
  err?: { message: string; stack: string };
  [field: string]: unknown;
}

/** Null for a health check that succeeded. */
export function terminalLine(json: string): string | null {
  const line = JSON.parse(json) as LogLine;
  const { call, status = 0, ms, err } = line;
  if (call && HEALTH_CHECKS.includes(call) && status < 400) return null;
  const state = line.msg === 'answered' ? '' : `, ${line.msg}`;
  const text = call
    ? `${call} ${status} ${ms} ms${state}`
    : [line.msg, fieldsOf(line)].filter(Boolean).join(' ');
  const head = [clock(line.time), LEVELS[line.level], text].filter(Boolean).join(' ');
  return err ? `${head}\n${err.stack || err.message}` : head;
}

function fieldsOf(line: LogLine): string {
  const fields = Object.entries(line).filter(([name]) => !HIDDEN.includes(name));
  return fields.length > 0 ? `(${fields.map(([name, value]) => `${name}: ${value}`).join(', ')})` : '';
}

/** Local time, HH:MM:SS. */
function clock(time: number): string {
  return new Date(time).toTimeString().slice(0, 8);
}

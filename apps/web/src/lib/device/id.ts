import { v7 } from 'uuid';

/** An id made on the device, for a new row or a piece of work. Works on plain HTTP, where crypto.randomUUID does not. */
export function newId(): string {
  return v7();
}

import { v7 } from 'uuid';

/** Client-generated UUIDv7. Also works on plain HTTP, where crypto.randomUUID is missing. */
export function newId(): string {
  return v7();
}

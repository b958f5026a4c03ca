/** Runs before each file: those of a worker share its modules, and a file that replaces one must not meet it loaded. */
import { vi } from 'vitest';

vi.resetModules();

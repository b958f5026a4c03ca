/** Runs before each file: files of a worker share its modules, and a mocked module must not be loaded already. */
import { vi } from 'vitest';

vi.resetModules();

import type { Messages } from '@lingui/core';

/** Every catalogue, to be loaded when a page needs it. */
export const catalogues = import.meta.glob<Messages>('../locales/*/*.json', { import: 'default' });

/** API base URL: same origin unless set at build time. `import.meta.env` is undefined outside a Vite build. */
export const API_BASE: string = import.meta.env?.VITE_API_BASE ?? '/api';

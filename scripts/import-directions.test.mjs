/** Imports run one way: the linter refuses those that run against it. Shown by wrong ones, written in each room's place. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programOf, root } from './lib/project.mjs';

/** From a file to what it must not import. */
const WRONG = [
  ['apps/web/src/lib/api.ts', '../ui/form.tsx'],
  ['apps/web/src/lib/write.ts', '../outbox/write.ts'],
  ['apps/web/src/lib/paths.ts', '../land/queries.ts'],
  ['apps/web/src/lib/dates.ts', '../app/routes.ts'],
  ['apps/web/src/ui/part.tsx', '../outbox/current.ts'],
  ['apps/web/src/ui/menu.tsx', '../subsidies/filters.ts'],
  ['apps/web/src/outbox/engine.ts', '../land/offline.ts'],
  ['apps/web/src/outbox/rules.ts', '../offline/fill.ts'],
  ['apps/web/src/outbox/store.ts', '../sync/sync-page.tsx'],
  ['apps/web/src/offline/fill.ts', '../messages/queries.ts'],
  ['apps/web/src/offline/persist.ts', '../app/offline.ts'],
  ['apps/web/src/map/map-view.tsx', '../boundaries/queries.ts'],
  ['apps/web/src/map/sketch.tsx', '../outbox/current.ts'],
  ['apps/web/src/land/parcel/parcel-page.tsx', '../../app/routes.ts'],
  ['apps/web/src/land/queries.ts', '../dashboard/farmer-dashboard.tsx'],
  ['apps/web/src/equipment/queries.ts', '../sync/sync-page.tsx'],
  ['apps/web/src/auth/login-page.tsx', '../app/public-routes.ts'],
  ['apps/web/src/public/home-page.tsx', '../app/public-routes.ts'],
  ['apps/web/src/guides/guide-page.tsx', '../app/routes.ts'],
  ['apps/web/src/account/account-page.tsx', '../sync/sync-page.tsx'],
  ['apps/web/src/notices/bar-tools.tsx', '../app/nav-bar.tsx'],
  ['apps/web/src/a-new-domain/page.tsx', '../app/routes.ts'],
  ['apps/web/src/sync/sync-page.tsx', '../app/routes.ts'],
  ['apps/web/src/sync/bar-state.tsx', '../dashboard/farmer-dashboard.tsx'],
  ['apps/web/src/dashboard/farmer-dashboard.tsx', '../app/routes.ts'],
  ['apps/web/src/app/app.tsx', '../sw/files.ts'],
  ['apps/web/src/sw/worker.ts', '../ui/button.tsx'],
  ['apps/api/src/lib/db.ts', '../land/queries.ts'],
  ['apps/api/src/lib/deeper/file.ts', '../../land/queries.ts'],
  ['apps/api/src/land/service.ts', '../boundaries/routes.ts'],
  ['apps/api/src/demo/land/parcel.ts', '../../land/record-routes.ts'],
  ['apps/api/src/land/queries.ts', '../app.ts'],
  ['packages/geo/src/area.ts', '../../../apps/web/src/lib/format.ts'],
  ['packages/geo/src/shape.ts', '@ardhi/contract'],
  ['packages/agronomy/src/evaluate.ts', '@ardhi/web'],
  ['packages/contract/src/land.ts', '../../../apps/api/src/land/queries.ts'],
  ['packages/embedded-postgres/src/index.ts', '../../../apps/api/src/lib/db.ts'],
];

/** Each of these is in order. */
const RIGHT = [
  ['apps/web/src/lib/message-keys.ts', '../locales/en/land.json'],
  ['apps/web/src/ui/form.tsx', '../lib/i18n.tsx'],
  ['apps/web/src/outbox/use-write.ts', '../ui/toast-store.ts'],
  ['apps/web/src/offline/data-age.tsx', '../outbox/current.ts'],
  ['apps/web/src/land/parcel/parcel-card.tsx', '../../outbox/mark.tsx'],
  ['apps/web/src/map/lazy-map.tsx', '../ui/button.tsx'],
  ['apps/web/src/boundaries/map-page.tsx', '../map/lazy-map.tsx'],
  ['apps/web/src/boundaries/overlay.ts', '../land/keys.ts'],
  ['apps/web/src/sync/entry-text.ts', '../outbox/offline-calls.ts'],
  ['apps/web/src/app/offline-tables.ts', '../land/offline.ts'],
  ['apps/web/src/sw/files.ts', '../lib/paths.ts'],
  ['apps/api/src/boundaries/service.ts', '../land/service.ts'],
  ['apps/api/src/land/land.ts', './routes.ts'],
  ['apps/api/src/app.ts', './land/routes.ts'],
  ['packages/geo/src/units.ts', '@ardhi/contract/units'],
];

const FORMS = [
  (source) => `import { x } from '${source}';\nexport const y = x;\n`,
  (source) => `import type { X } from '${source}';\nexport type Y = X;\n`,
  (source) => `export { x } from '${source}';\n`,
  (source) => `export const load = () => import('${source}');\n`,
];

let folder;
let refused;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ardhi-imports-'));
  const { $schema: _, vcs: __, ...config } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'biome.imports.json'), readFileSync(join(root, 'biome.imports.json')));
  for (const [file, source] of [...WRONG, ...RIGHT]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    FORMS.forEach((write, form) => {
      writeFileSync(join(folder, nameOf(file, form)), write(source));
    });
  }
  refused = lint();
});
afterAll(() => rmSync(folder, { recursive: true }));

const nameOf = (file, form) => file.replace(/(\.tsx?)$/, `.${form}$1`);

/** The files that the linter refuses for an import. */
function lint() {
  const [program, ...args] = programOf('@biomejs/biome');
  const only = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout, status } = spawnSync(program, [...args, ...only], { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(1);
  const { diagnostics } = JSON.parse(stdout);
  return new Set(diagnostics.map(({ location }) => location.path?.file ?? location.path));
}

test.each(WRONG)('%s must not import %s', (file) => {
  for (const form of FORMS.keys()) expect([...refused]).toContain(nameOf(file, form));
});

test.each(RIGHT)('%s may import %s', (file) => {
  for (const form of FORMS.keys()) expect([...refused]).not.toContain(nameOf(file, form));
});

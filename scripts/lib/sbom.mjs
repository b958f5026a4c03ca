/** CycloneDX bill of materials of a release, from package-lock.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';
import { dependenciesOf, platforms } from './release-packages.mjs';

/** Workspaces whose code is in a release, bundled or as packages. */
const PARTS = ['apps/api', 'apps/web', 'packages/agronomy', 'packages/contract', 'packages/geo'];
const DATABASE = 'packages/embedded-postgres';

export function sbomOf(platform, { postgres, version }) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = dependenciesOf([...PARTS, DATABASE], platform).filter(
    ({ name }) => postgres || name !== platforms[platform].postgres,
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `ardhi@${version}`,
        name: 'ardhi',
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: uniqueByPurl(found.map((entry) => componentOf(entry, packages[entry.path].license))),
  };
}

/** The same version may be installed in several folders. */
const uniqueByPurl = (components) =>
  [...new Map(components.map((component) => [component.purl, component])).values()].sort((one, other) =>
    one.purl < other.purl ? -1 : 1,
  );

function componentOf({ name, version, integrity }, license) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [algorithm, digest] = integrity.split('-');
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    hashes: [
      { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') },
    ],
    ...(license && { licenses: [{ expression: license }] }),
  };
}

/** Finds or installs a Chromium for the end-to-end tests. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { Fault, programOf, root, run } from './project.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .filter((name) => process.env[name])
    .map((name) => join(process.env[name], 'Google/Chrome/Application/chrome.exe')),
];

/** Chromium without a user interface: fewer processes and less work. Not available on every system. */
const SHELLS = ['chromium-headless-shell'];

const APT_GET = 'DEBIAN_FRONTEND=noninteractive apt-get install -qy chromium';
const PACKAGE_MANAGERS = [
  ['apt-get', `apt-get update -q && (${APT_GET} chromium-headless-shell || ${APT_GET})`],
  ['dnf', 'dnf install -qy chromium'],
  ['apk', 'apk add -q chromium'],
];

const HELP = 'No browser for the end-to-end tests: install Chromium, or set CHROMIUM_PATH to one.';

/** Environment variables with the paths of a working Chromium and, if available, the headless shell. */
export function ensureBrowser() {
  const { CHROMIUM_PATH: requested } = process.env;
  if (requested) {
    if (canRun(requested)) return { CHROMIUM_PATH: requested };
    throw new Fault(`CHROMIUM_PATH ${requested} is not a Chromium that runs here.`);
  }
  const browser = installed() ?? fromPackageManager() ?? fromPlaywright();
  if (!browser) throw new Fault(HELP);
  const shell = inPath(SHELLS).find(canRun);
  return { CHROMIUM_PATH: browser, ...(shell && { HEADLESS_SHELL_PATH: shell }) };
}

function installed() {
  return [...inPath(NAMES), ...PLACES, playwrightsOwn()].find((path) => path && canRun(path));
}

function inPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** On some systems the program of that name only prints where to get the browser. */
function canRun(path) {
  if (!existsSync(path)) return false;
  // On Windows `--version` opens a window.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0;
}

function fromPackageManager() {
  if (process.getuid?.() !== 0) return undefined;
  const manager = PACKAGE_MANAGERS.find(([name]) => spawnSync(name, ['--version']).status === 0);
  if (!manager) return undefined;
  console.error(`Installing Chromium with ${manager[0]} for the end-to-end tests.`);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', manager[1]]);
  if (status !== 0) console.error(`${stdout}${stderr}`);
  return installed();
}

function fromPlaywright() {
  console.error('Downloading Chromium for the end-to-end tests.');
  run([...programOf('@playwright/test', 'playwright'), 'install', 'chromium']);
  return installed();
}

function playwrightsOwn() {
  return createRequire(join(root, 'package.json'))('@playwright/test').chromium.executablePath();
}

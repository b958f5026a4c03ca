/** Finds a Chromium for the end-to-end tests, or gets one. */
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

const PACKAGE_MANAGERS = [
  ['apt-get', 'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy chromium'],
  ['dnf', 'dnf install -qy chromium'],
  ['apk', 'apk add -q chromium'],
];

const HELP = 'No browser for the end-to-end tests: install Chromium, or set CHROMIUM_PATH to one.';

/** The path of a Chromium that runs. */
export function ensureBrowser() {
  const { CHROMIUM_PATH: wanted } = process.env;
  if (wanted) {
    if (answers(wanted)) return wanted;
    throw new Fault(`CHROMIUM_PATH ${wanted} is no Chromium that runs here.`);
  }
  const browser = installed() ?? fromPackageManager() ?? fromPlaywright();
  if (!browser) throw new Fault(HELP);
  return browser;
}

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...PLACES, playwrightsOwn()].find((path) => path && answers(path));
}

/** Some systems have a program of that name that only says where to get the browser. */
function answers(path) {
  if (!existsSync(path)) return false;
  // Windows shows a window instead of the version.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0;
}

function fromPackageManager() {
  if (process.getuid?.() !== 0) return undefined;
  const manager = PACKAGE_MANAGERS.find(([name]) => spawnSync(name, ['--version']).status === 0);
  if (!manager) return undefined;
  console.error(`Installing Chromium with ${manager[0]} for the end-to-end tests.`);
  run(['sh', '-c', `${manager[1]} >&2`]);
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

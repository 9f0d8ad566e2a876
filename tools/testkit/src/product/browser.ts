import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Disables the browser's own requests: build machines have no internet. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The one that PORTICO_CHROMIUM names, or one on the path. */
function installedChromium(): string | null {
  if (process.env.PORTICO_CHROMIUM) return process.env.PORTICO_CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

/**
 * Unpacks the Chromium that an npm package carries, about 210 MB, once for each user of the machine. The package brings
 * the shared libraries that a bare machine lacks only where it takes the machine for a certain cloud: so this claims to be one.
 */
async function packagedChromium(): Promise<string> {
  const folder = join(tmpdir(), `portico-chromium-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.env.TMPDIR = folder;
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = installedChromium() ?? (await packagedChromium());
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

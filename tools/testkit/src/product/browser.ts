import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, firefox } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Arguments that disable the browser's own requests, because build machines have no internet access. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type Program = { executablePath: string; env?: Record<string, string | undefined> };

function installedChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** Folder of the unpacked Chromium, 210 MB; `npm ci` removes it with the package. */
const UNPACKED = fileURLToPath(new URL('../../../../node_modules/.cache/portico/chromium', import.meta.url));
/** A font configuration for Chromium, which needs a font. Replaces the package's configuration for AWS Lambda. */
const FONTS = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir>${UNPACKED}/fonts/fonts</dir><cachedir>${UNPACKED}/fonts</cachedir></fontconfig>`;
const UNPACK = `import('@sparticuz/chromium').then(({ default: packaged }) => packaged.executablePath())`;

/** Unpacks Chromium into the temporary folder. The package adds shared libraries only if it detects AWS Lambda. */
async function packagedChromium(): Promise<Program> {
  if (!existsSync(UNPACKED)) {
    await mkdir(dirname(UNPACKED), { recursive: true });
    const own = await mkdtemp(`${UNPACKED}-`);
    const env = { ...process.env, NODE_OPTIONS: '', TMPDIR: own, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
    const cwd = dirname(fileURLToPath(import.meta.url));
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], { cwd, env });
    await writeFile(join(own, 'fonts/fonts.conf'), FONTS);
    // Another process may have created the folder first.
    await rename(own, UNPACKED).catch(() => rm(own, { recursive: true, force: true }));
  }
  const env = {
    ...process.env,
    FONTCONFIG_PATH: join(UNPACKED, 'fonts'),
    LD_LIBRARY_PATH: join(UNPACKED, 'al2023/lib'),
  };
  return { executablePath: join(UNPACKED, 'chromium'), env };
}

const launch = (program: Program): Promise<Browser> => chromium.launch({ ...program, args: ARGUMENTS });

/**
 * Launches the Chromium of PORTICO_CHROMIUM, otherwise the packaged headless Chromium, which is the same on all machines and needs half
 * the processor time. The fallback is a Chromium on the PATH.
 * @throws if no Chromium runs.
 */
export async function launchBrowser(): Promise<Browser> {
  if (process.env.PORTICO_CHROMIUM) return launch({ executablePath: process.env.PORTICO_CHROMIUM });
  try {
    return await launch(await packagedChromium());
  } catch (error) {
    const executablePath = installedChromium();
    if (executablePath === undefined) throw error;
    return launch({ executablePath });
  }
}

const FIREFOX = fileURLToPath(new URL('firefox-esr.mjs', import.meta.url));

/** Launches Debian's Firefox ESR over WebDriver BiDi, with the browser's default colour scheme. */
export const launchFirefox = (): Promise<Browser> =>
  firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX });

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** Programs of test services. All except `deaf` listen for SIGTERM and finish open work before they exit, as real services do. */
const SERVICES = {
  once: `process.once('SIGTERM', () => setTimeout(() => { console.log('drained'); process.exit(0); }, 20));`,
  twice: `process.on('SIGTERM', () => console.log('heard')); process.on('SIGTERM', () => setTimeout(() => process.exit(0), 20));`,
  late: `await new Promise((resolve) => setTimeout(resolve, 20)); process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });`,
  deaf: '',
};
const STAY = `console.log([...process.argv.slice(2), 'ready'].join(' ')); setInterval(() => undefined, 1_000);`;

describe("the image's program", () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-image-'));
    cpSync(fileURLToPath(new URL('portico.mjs', import.meta.url)), join(folder, 'portico.mjs'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    mkdirSync(join(folder, 'dist/services/chunks'), { recursive: true });
    for (const [name, code] of Object.entries(SERVICES))
      writeFileSync(join(folder, 'dist/services', `${name}.js`), `${code}\n${STAY}`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts a service and sends SIGTERM when it is ready. Returns its output, exit code and signal. */
  const ended = async (...args: string[]) => {
    const child = spawn(process.execPath, [join(folder, 'portico.mjs'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    child.stdout.on('data', (data) => {
      lines.push(...String(data).trim().split('\n'));
      if (String(data).includes('ready')) child.kill('SIGTERM');
    });
    const [code, signal] = await once(child, 'close');
    return { lines, code, signal };
  };

  it.each([
    ['once', 'drained'],
    ['twice', 'heard'],
    ['late', 'drained'],
  ])('leaves SIGTERM to a service that listens for the signal: %s', async (service, last) => {
    expect(await ended(service, 'migrate')).toEqual({ lines: ['migrate ready', last], code: 0, signal: null });
  });

  it('exits at once if the service does not listen for the signal yet', async () => {
    expect(await ended('deaf')).toEqual({ lines: ['ready'], code: 143, signal: null });
  });
});

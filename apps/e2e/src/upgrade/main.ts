/**
 * Creates the fixture of a version for the upgrade test: `npm run node -- apps/e2e/src/upgrade/main.ts <checkout> [name]`. The
 * checkout contains the version with its packages installed. The default name is the version.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts, startStack } from '@portico/testkit/product/stack';
import { aheadOfTime } from './broker-time.ts';
import { fillStack } from './fixture-content.ts';
import { KEEP_EVENTS, saveFixture } from './fixtures.ts';

const make = async (checkout: string, name: string): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-fixture-'));
  try {
    const stack = await startStack(dataDir, await freePorts(), ['--no-demo'], {
      root: checkout,
      environment: { ...aheadOfTime, ...KEEP_EVENTS },
    });
    const answers = await fillStack(stack).finally(() => stack.stop());
    const size = await saveFixture(name, dataDir, answers);
    console.log(`${name}: ${(size / 1024 / 1024).toFixed(1)} MiB, ${Object.keys(answers).length} answers`);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

const [checkout, name] = process.argv.slice(2);
if (checkout === undefined) {
  console.error(
    'Usage: npm run node -- apps/e2e/src/upgrade/main.ts <checkout of a version, with its packages> [name]',
  );
  process.exitCode = 1;
} else {
  const root = resolve(checkout);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  await make(root, name ?? version);
}

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache');
mkdirSync(CACHE, { recursive: true });
/** Folder of the test bundles, inside the checkout, so that Node finds packages that are not in the bundle. */
const folder = mkdtempSync(join(CACHE, 'portico-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program that can use `rolldown` and the services' `config`, and returns its output. */
const withRolldown = async (program: string): Promise<string> => {
  const imports = `import { rolldown } from 'rolldown';
    import config from ${JSON.stringify(join(ROOT, 'tools/bundle/services.mjs'))};`;
  return (await run(process.execPath, ['--input-type=module', '--eval', `${imports}${program}`], { cwd: ROOT })).stdout;
};

/** Bundles a source text with the services' config, as if it were a file of an app. */
const bundle = async (source: string): Promise<string> => {
  const file = join(ROOT, 'apps/orgs/src/of-a-test.ts');
  const dist = mkdtempSync(join(folder, 'dist-'));
  await withRolldown(`
    const file = ${JSON.stringify(file)};
    const source = { name: 'source', resolveId: (id) => (id === file ? id : null), load: (id) => (id === file ? ${JSON.stringify(source)} : null) };
    const built = await rolldown({ ...config, input: { main: file }, plugins: [source, ...config.plugins] });
    await built.write({ ...config.output, dir: ${JSON.stringify(dist)} });`);
  writeFileSync(join(dist, 'package.json'), '{ "type": "module" }');
  return dist;
};
const output = async (dist: string) =>
  (await run(process.execPath, ['--enable-source-maps', join(dist, 'main.js')])).stdout;

it('the build bundles a service with its packages and licences, keeps class names, and maps errors to source lines', async () => {
  const dist = await bundle(`
import { Injectable, Logger } from '@nestjs/common';
import { compressSync } from 'snappy';
import { z } from 'zod';

@Injectable()
class Greeter {
  constructor(readonly logger: Logger) {}
  greet() {
    throw new Error('line ten');
  }
}
const [injected] = Reflect.getMetadata('design:paramtypes', Greeter);
const bytes = compressSync('text').length > 0;
console.log(JSON.stringify({ name: Greeter.name, injected: injected.name, schema: z.string().parse('read'), bytes }));
try {
  new Greeter(new Logger()).greet();
} catch (error) {
  console.log(error.stack);
}
`);
  const [facts = '', ...stack] = (await output(dist)).split('\n');
  expect(JSON.parse(facts)).toEqual({ name: 'Greeter', injected: 'Logger', schema: 'read', bytes: true });
  expect(stack.join('\n')).toContain('of-a-test.ts:10');
  const map = JSON.parse(readFileSync(join(dist, 'main.js.map'), 'utf8')) as { sources: string[] };
  expect(map.sources.filter((source) => source.includes('node_modules'))).toEqual([]);
  const licences = readFileSync(join(dist, 'licences.txt'), 'utf8');
  expect(licences).toMatch(/^zod \d[\d.]* \(MIT\)\n\nMIT License\n/m);
  expect(licences).toMatch(/^@nestjs\/common /m);
  expect(licences).not.toMatch(/^snappy /m);
  expect(JSON.parse(readFileSync(join(dist, 'packages.json'), 'utf8'))).toEqual(['snappy']);
  const code = readdirSync(dist)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(dist, name), 'utf8'))
    .join('\n');
  expect(code).not.toMatch(/from ?["'](?:zod|@nestjs\/common|rxjs|reflect-metadata)/);
}, 60_000);

/** Large packages, with the services that load the package at their start. */
const LOADED = {
  '@nestjs/core': ['alerts', 'billing', 'events', 'gateway', 'identity', 'integrations', 'orgs'],
  kafkajs: ['alerts', 'billing', 'events', 'identity', 'integrations', 'orgs'],
  '@mikro-orm/core': ['alerts', 'billing', 'events', 'identity', 'integrations', 'orgs'],
  nodemailer: ['alerts', 'identity', 'orgs'],
  '@clickhouse/client': ['events'],
  'socket.io': ['alerts', 'events'],
  stripe: ['billing'],
  'http-proxy-middleware': ['gateway'],
  'aws-msk-iam-sasl-signer-js': [],
  '@opentelemetry/sdk-trace-base': [],
};

it('the build splits shared code into chunks, so that no service loads a package that it does not need', async () => {
  const names = Object.keys(LOADED);
  const printed = await withRolldown(`
    const { output } = await (await rolldown(config)).generate(config.output);
    const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
    const load = (file, seen = new Set()) => {
      const chunk = chunks.get(file);
      if (chunk === undefined || seen.has(chunk)) return seen;
      seen.add(chunk);
      for (const other of chunk.imports) load(other, seen);
      return seen;
    };
    const loaded = Object.keys(config.input).map((name) => [name, [...load(name + '.js')].flatMap(({ moduleIds }) => moduleIds)]);
    const users = (name) => loaded.filter(([, ids]) => ids.some((id) => id.includes('/node_modules/' + name + '/'))).map(([user]) => user);
    console.log(JSON.stringify(Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, users(name).toSorted()]))));`);
  expect(JSON.parse(printed)).toEqual(LOADED);
}, 120_000);

it('the build fails if a dependency is missing', async () => {
  await expect(bundle(`import 'an-absent-package';`)).rejects.toThrow('an-absent-package');
}, 60_000);

#!/usr/bin/env node
// Starts the one-machine stack. The machine's Node may be older than the services need. This file runs on the machine's Node and
// starts the Node that is pinned in package.json.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { needsPinned, nodeFault } from './node-version.mjs';

const fail = (line) => {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
};

const handOver = () => {
  const pinned = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));
  if (!existsSync(pinned)) return fail('The packages are not installed: run npm ci first, and start again.');
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  // Over the IPC channel, the child notices when this process ends, even by kill -9.
  const child = spawn(pinned, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // The terminal sends Ctrl-C (SIGINT) to both processes.
    process.on(name, () => name !== 'SIGINT' && child.kill(name));
  }
  child.on('exit', (code, signal) => process.exit(code === null ? (signal === 'SIGINT' ? 130 : 1) : code));
};

/** Lets every process of the stack reuse the code compiled at earlier starts. */
const useCompileCache = () => {
  const folder = fileURLToPath(new URL('../../../node_modules/.cache/portico/compile-cache', import.meta.url));
  process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || folder;
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
};

const start = () => {
  if (!existsSync(fileURLToPath(new URL('../../../node_modules', import.meta.url))))
    return fail('The packages are not installed: run npm ci first, and start again.');
  useCompileCache();
  return import('../src/launcher/main.ts');
};

const fault = nodeFault(process.version);
if (fault) fail(fault);
else if (needsPinned(process.version)) handOver();
else void start();

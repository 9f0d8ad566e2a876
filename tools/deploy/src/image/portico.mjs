// The image's program: `node portico.mjs <service> [command of the service]`. Without a service, it lists the services.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Default to production, also outside of a container. In production, services reject settings that are safe only on one machine.
process.env.NODE_ENV ??= 'production';

const folder = fileURLToPath(new URL('dist/services/', import.meta.url));
const [, , name = ''] = process.argv;
const program = `${folder}${name}.js`;

/** Exits on SIGTERM until the service adds its own listener: the first process of a container ignores a signal without a listener. */
const early = () => process.exit(143);
process.on('SIGTERM', early);
process.on('newListener', (event, listener) => {
  // Remove `early` only after the new listener is added. Removing the last listener would make Node stop listening for the signal
  // permanently.
  if (event === 'SIGTERM' && listener !== early) queueMicrotask(() => process.off('SIGTERM', early));
});

if (name === 'generate-secrets') {
  await import('./generate-secrets.mjs');
} else if (/^[\w-]+$/.test(name) && existsSync(program)) {
  process.argv.splice(1, 2, program);
  await import(pathToFileURL(program).href);
} else {
  const services = readdirSync(folder).flatMap((file) => /^(.+)\.js$/.exec(file)?.[1] ?? []);
  process.stderr.write(`usage: <service> [command], with one of ${services.join(', ')}\n`);
  process.exit(64);
}

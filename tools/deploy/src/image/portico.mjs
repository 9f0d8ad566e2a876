// The image's program: node portico.mjs <service> [command of the service]. Without a service it lists the services.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Also outside of a container: in production, services reject settings for a single machine.
process.env.NODE_ENV ??= 'production';

const folder = fileURLToPath(new URL('dist/services/', import.meta.url));
const [, , name = ''] = process.argv;
const program = `${folder}${name}.js`;

/** The first process of a container ignores signals without a listener. Until the service listens for SIGTERM, this exits at once. */
const early = () => process.exit(143);
process.on('SIGTERM', early);
process.on('newListener', (event, listener) => {
  // Deferred until the other listener is added: Node stops listening for the signal with its last listener, and would not start
  // again.
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

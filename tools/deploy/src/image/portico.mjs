// The image's program: node portico.mjs <service> [command of the service]. Without a service it lists them.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

// As in the image, also without a container: services refuse what is for one machine alone.
process.env.NODE_ENV ??= 'production';

const folder = fileURLToPath(new URL('dist/services/', import.meta.url));
const [, , name = ''] = process.argv;
const program = `${folder}${name}.js`;

/** As the first process of a container it gets no signal that it has not asked for: until the service has, it ends at once. */
const early = () => process.exit(143);
process.on('SIGTERM', early);
process.on('newListener', (event, listener) => {
  // Not before the other is there: with its last listener Node gives the signal up, and would not take it again.
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

// `node portico.mjs generate-secrets <folder>` creates a file for each of Portico's own secrets at the first start. A value in the
// environment takes precedence. A process that can read the folder has the secrets, so only the product's containers mount it.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The alerts secret in docker-compose.yml until 0.1.0. As a second secret, it lets the alerts service decrypt existing channels. */
const EARLIER = 'for-this-machine-only-set-another-in-.env';
const newSecret = () => randomBytes(32).toString('base64url');
const SECRETS = {
  SIGNING_SECRET: newSecret,
  SERVICE_SECRET: newSecret,
  HOOKS_SECRET: newSecret,
  ALERTS_SECRET: () => `${newSecret()},${EARLIER}`,
};

const [, , , folder = ''] = process.argv;
if (folder === '') {
  process.stderr.write('usage: generate-secrets <folder>\n');
  process.exit(64);
}
mkdirSync(folder, { recursive: true });
for (const [name, generate] of Object.entries(SECRETS)) {
  const file = join(folder, name);
  const given = process.env[name];
  if (!given && existsSync(file)) continue;
  writeFileSync(`${file}.new`, given || generate(), { mode: 0o444 });
  renameSync(`${file}.new`, file);
  process.stdout.write(`${name}: ${given ? 'from the environment' : 'generated'}\n`);
}

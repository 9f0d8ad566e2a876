import { parseArgs } from 'node:util';
import { asCommand } from '@portico/messaging';
import { DatabaseConfig } from '@portico/postgres';
import { KeySealing, replaceAll, rotateNow } from '@portico/postgres/signing-keys';
import { PassConfig, readConfig } from '@portico/service';
import { openIdentityDatabase } from './database.ts';

const USAGE = `rotate-keys [--compromised]
Makes the next key that signs product tokens, in the database that POSTGRES_URL names, sealed with SIGNING_SECRET; without that
a running process seals it within a minute. Running processes use it by themselves: it is published at once and signs from the time that is printed; the one before stays valid for its tokens.
--compromised: others may have a key. Every key is deleted and a new one signs at once; all sessions are renewed.
`;

/** Runs the command `rotate-keys` and prints the result in one line. Exits with code 1 and the reason if no key was rotated. */
export async function rotateKeys(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { compromised: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const config = readConfig('rotate-keys', DatabaseConfig.extend(PassConfig.partial().shape));
  const sealing = new KeySealing(config);
  const orm = await openIdentityDatabase(config);
  try {
    const { kid, activatesAt } = await asCommand(orm, 'identity', ['rotate-keys', ...argv], () =>
      values.compromised ? replaceAll(orm.em, sealing) : rotateNow(orm.em, sealing),
    );
    process.stdout.write(`key ${kid} is published and signs tokens from ${activatesAt.toISOString()}\n`);
  } finally {
    await orm.close(true);
  }
}

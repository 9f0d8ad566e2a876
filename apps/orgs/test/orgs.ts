import { randomBytes, randomInt } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Usertype } from '@portico/contracts/common/roles';
import { listenToDomainEvents } from '@portico/messaging';
import { parseConfig, startService } from '@portico/service';
import { type Call, caller, startTestTokens } from '@portico/testkit';
import { AppModule } from '../src/app.module.ts';
import { OrgsConfig } from '../src/config.ts';

export type Orgs = {
  app: NestExpressApplication;
  as: (usertype: Usertype, id?: number) => Promise<Call>;
  stop: () => Promise<void>;
};

/** Starts the orgs service on a free port, like `npm start`. */
export async function startOrgs(environment: Record<string, string>): Promise<Orgs> {
  const tokens = await startTestTokens();
  const parsed = parseConfig(OrgsConfig, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    IDENTITY_URL: tokens.identityUrl,
    SIGNING_SECRET: randomBytes(32).toString('base64url'),
    API_URL: 'https://api.portico.test',
    CONSOLE_URL: 'https://portico.test',
    // No server listens at this address.
    EVENTS_URL: 'http://127.0.0.1:9',
    SERVICE_SECRET: randomBytes(32).toString('base64url'),
    ...environment,
  });
  if (!('config' in parsed)) throw new Error(parsed.faults.join('\n'));
  const { config } = parsed;
  const app = await startService(AppModule.with(config), config, {
    prepare: (service) => listenToDomainEvents(service, config, 'orgs'),
  });
  return {
    app,
    as: async (usertype, id = newId()) => caller(await app.getUrl(), await tokens.sign({ usertype, id })),
    stop: async () => {
      await app.close();
      await tokens.stop();
    },
  };
}

/** An id that no other test uses, because tests share the database. */
export const newId = (): number => randomInt(10_000, 2_000_000_000);
export const unique = (name: string): string => `${name} ${newId()}`;

/** Creates an organization as an administrator. */
export async function newOrganization(admin: Call, name = unique('Northwind')): Promise<number> {
  const { status, body } = await admin('POST', '/organizations', { name });
  if (status !== 201) throw new Error(`POST /organizations answered ${status}`);
  return (body as { id: number }).id;
}

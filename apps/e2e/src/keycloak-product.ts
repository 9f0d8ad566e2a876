import { type Answer, caller, freePorts } from '@portico/testkit';
import { freePorts as productPorts, type Stack, startStack } from '@portico/testkit/product/stack';
import { type Keycloak, startKeycloak } from '@portico/testkit/systems/keycloak';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIENCE, CONSOLE_CLIENT, createRealm, type Person, REALM, tokensOf } from './keycloak-realm.ts';

export const SUPER_ADMIN = 'Root@Corp.Test';

/** A product whose users sign on at Keycloak. */
export type KeycloakProduct = {
  stack: Stack;
  keycloak: Keycloak;
  /** The gateway's response to a token before Keycloak started. */
  early: Answer;
  /** Exchanges a Keycloak token for a session. */
  exchange: (token: string, email: string) => Promise<Answer>;
  /** Signs a person on at Keycloak and exchanges the access token. */
  signOn: (person: Person, email?: string) => Promise<Answer>;
  stop: () => Promise<void>;
};

/** Starts the product and then Keycloak, so that the provider is down while the product starts. */
export const startKeycloakProduct = async (): Promise<KeycloakProduct> => {
  const [port = 0, managementPort = 0] = await freePorts(2);
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-keycloak-product-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const environment = {
      OIDC_ISSUER: `http://localhost:${port}/realms/${REALM}`,
      OIDC_CLIENT_ID: CONSOLE_CLIENT,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_SCOPE: 'openid profile email',
      SUPER_ADMIN_EMAIL: SUPER_ADMIN,
    };
    const stack = await startStack(dataDir, await productPorts(), ['--no-demo'], { environment });
    ends.push(stack.stop);
    const exchange = (token: string, email: string) => caller(stack.apiUrl)('POST', '/auth', { token, email });
    const early = await exchange('a.b.c', 'early@corp.test');
    const keycloak = await startKeycloak(port, managementPort);
    ends.push(keycloak.stop);
    await createRealm(keycloak, stack.consoleUrl);
    const signOn = async (person: Person, email = person.email): Promise<Answer> => {
      const { access_token: token = '' } = await tokensOf(keycloak, person);
      return exchange(token, email);
    };
    return { stack, keycloak, early, exchange, signOn, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

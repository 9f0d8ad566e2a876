import { randomUUID } from 'node:crypto';
import type { Grant, Keycloak } from '@portico/testkit/systems/keycloak';

export const REALM = 'portico';
export const AUDIENCE = 'https://api.portico.test';
export const CONSOLE_CLIENT = 'portico-console';
export const PASSWORD = 'correct horse';

const mapper = (name: string, protocolMapper: string, config: Record<string, string>) => ({
  name,
  protocol: 'openid-connect',
  protocolMapper,
  config,
});
const audience = (value: string) =>
  mapper('audience', 'oidc-audience-mapper', { 'included.custom.audience': value, 'access.token.claim': 'true' });
/** Adds a claim to the userinfo response, but not to tokens. */
const userinfoOnly = (property: string, claim: string, type: string) =>
  mapper(claim, 'oidc-usermodel-property-mapper', {
    'user.attribute': property,
    'claim.name': claim,
    'jsonType.label': type,
    'userinfo.token.claim': 'true',
    'access.token.claim': 'false',
    'id.token.claim': 'false',
  });

/** Sets the claim `azp` of a client's tokens to the console's client, as if the tokens were issued to the console. */
const asConsole = mapper('azp', 'oidc-hardcoded-claim-mapper', {
  'claim.name': 'azp',
  'claim.value': CONSOLE_CLIENT,
  'jsonType.label': 'String',
  'access.token.claim': 'true',
});

type Mapper = ReturnType<typeof mapper>;
const client = (clientId: string, protocolMappers: Mapper[], more: Record<string, unknown> = {}) => ({
  clientId,
  publicClient: true,
  standardFlowEnabled: false,
  directAccessGrantsEnabled: true,
  protocolMappers,
  ...more,
});

/** Clients of the test matrix. Each differs from the console's client in one way. */
export const OTHER_CLIENTS = {
  otherAudience: 'other-audience',
  noAudience: 'no-audience',
  /** The client whose tokens contain its own name in the claim `azp`. */
  otherClient: 'other-client',
  /** The client whose tokens expire after one second. */
  short: 'short',
};

/**
 * Creates the realm that docs/guides/sign-on.md describes. Its refresh tokens can be used only once. Two settings differ from the guide:
 * tests get the console's tokens without a browser, and a token contains the e-mail address only with the scope `email`.
 */
export const createRealm = ({ admin }: Keycloak, consoleUrl: string): Promise<unknown> =>
  admin('POST', '', {
    realm: REALM,
    enabled: true,
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
    clients: [
      client(
        CONSOLE_CLIENT,
        [
          audience(AUDIENCE),
          userinfoOnly('email', 'email', 'String'),
          userinfoOnly('emailVerified', 'email_verified', 'boolean'),
        ],
        {
          standardFlowEnabled: true,
          redirectUris: [`${consoleUrl}/callback`],
          webOrigins: [consoleUrl],
          attributes: { 'pkce.code.challenge.method': 'S256', 'post.logout.redirect.uris': consoleUrl },
          defaultClientScopes: ['basic', 'acr', 'web-origins', 'profile'],
          optionalClientScopes: ['email'],
        },
      ),
      client(OTHER_CLIENTS.otherClient, [audience(AUDIENCE)]),
      client(OTHER_CLIENTS.otherAudience, [audience('https://elsewhere.test'), asConsole]),
      client(OTHER_CLIENTS.noAudience, [asConsole]),
      client(OTHER_CLIENTS.short, [audience(AUDIENCE), asConsole], { attributes: { 'access.token.lifespan': '1' } }),
    ],
  });

export type Person = { id: string; email: string };

/** Creates a user at Keycloak, who logs in with the e-mail address. */
export const createPerson = async (
  { admin }: Keycloak,
  { email = `${randomUUID()}@corp.test`, emailVerified = true } = {},
): Promise<Person> => {
  const { headers } = await admin('POST', `/${REALM}/users`, {
    username: randomUUID(),
    email,
    emailVerified,
    enabled: true,
    firstName: 'Alice',
    lastName: 'Adams',
    credentials: [{ type: 'password', value: PASSWORD, temporary: false }],
  });
  return { id: headers.get('location')?.split('/').at(-1) ?? '', email };
};

/** Requests tokens of a person with the login and the password. */
export const tokensOf = async (
  { token }: Keycloak,
  { email }: Person,
  { clientId = CONSOLE_CLIENT, scope = 'openid email', ...more }: Grant = {},
): Promise<Record<string, string>> => {
  const grant = { grant_type: 'password', client_id: clientId, scope, username: email, password: PASSWORD };
  const { status, body } = await token(REALM, { ...grant, ...more });
  if (status !== 200) throw new Error(`Keycloak refused a password: ${JSON.stringify(body)}`);
  return body;
};

const partOf = (token: string, index: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString());
/** Decodes the header of a JWT, without verification. */
export const headOf = (token: string) => partOf(token, 0);
/** Decodes the claims of a JWT, without verification. */
export const claimsOf = (token: string) => partOf(token, 1);

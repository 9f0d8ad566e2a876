import {
  errors,
  interactionPolicy,
  type Configuration,
  type Grant,
  type JWKS,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { escapeHtml } from '@portico/stripe-stand-in/pages';
import { findDemoAccount } from '../demo-accounts.ts';
import { renderError } from './error-page.ts';
import type { SignOnClient } from './sign-on-client.ts';
import type { SignOnStore } from './sign-on-store.ts';
import { createHash } from 'node:crypto';
import { pageHeaders, renderPage } from './page.ts';

type Logout = NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']>;

const SCRIPT = "document.querySelector('button').click()";
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/**
 * OpenID Connect's logout at the end session endpoint: ends the session with its grants and refresh tokens, and redirects to the
 * console. If the client sends an ID token, the user is not asked.
 */
const logout = ({ consoleUrl, productName }: SignOnClient): Logout => {
  const { origin, href } = new URL(consoleUrl);
  const show = (ctx: KoaContextWithOIDC, content: string, scripts = ''): void => {
    const headers = pageHeaders(origin);
    const policy = `${headers['content-security-policy']}${scripts}`;
    ctx.set({ ...headers, 'content-security-policy': policy });
    ctx.body = renderPage(productName, `Sign out of ${productName}`, content);
  };
  return {
    enabled: true,
    logoutSource: (ctx, form) => {
      const isAsked = ctx.oidc.entities.IdTokenHint !== undefined;
      show(
        ctx,
        `<h1>Sign out</h1>
${form}
<p><button class="primary" form="op.logoutForm" name="logout" value="yes">Sign out</button></p>
${isAsked ? `<script>${SCRIPT}</script>` : ''}`,
        isAsked ? `; script-src 'sha256-${SCRIPT_HASH}'` : '',
      );
    },
    postLogoutSuccessSource: (ctx) =>
      show(
        ctx,
        `<h1>You are signed out</h1>
<p><a class="primary" href="${escapeHtml(href)}">Back to ${escapeHtml(productName)}</a></p>`,
      ),
  };
};

const HOUR = 3_600;
const THIRTY_DAYS = 30 * 24 * HOUR;
const SCOPE = 'openid profile email offline_access';
/** Resource indicator of the API inside the provider. Resource indicators must be URIs, but an audience need not be one. */
const API = 'urn:portico:api';

/** The console's pages to which a sign-on may return. */
const CALLBACK_PATHS = ['', '/', '/callback'];

/** Returns the session's only grant. A sign-on here counts as consent, so no page asks for it. */
const grantOf = async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
  const { provider, client, session, account } = ctx.oidc;
  if (!client || !account) return undefined;
  const known = session?.grantIdFor(client.clientId);
  const found = known ? await provider.Grant.find(known) : undefined;
  if (found?.accountId === account.accountId) return found;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope(SCOPE);
  grant.addResourceScope(API, SCOPE);
  await grant.save();
  return grant;
};

const claimsOf = (accountId: string) => {
  const account = findDemoAccount(accountId);
  if (!account) return undefined;
  return { email: account.email, email_verified: true, name: account.name };
};

const withoutConsent = () => {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
};

const features = (client: SignOnClient): Configuration['features'] => ({
  devInteractions: { enabled: false },
  rpInitiatedLogout: logout(client),
  backchannelLogout: { enabled: client.logoutUri !== undefined },
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  resourceIndicators: {
    enabled: true,
    // There is only one API, so every access token is for this API.
    defaultResource: () => API,
    useGrantedResource: () => true,
    getResourceServerInfo: (_ctx, resource) => {
      if (resource !== API) throw new errors.InvalidTarget();
      return {
        audience: client.audience,
        scope: SCOPE,
        accessTokenFormat: 'jwt',
        accessTokenTTL: HOUR,
        jwt: { sign: { alg: 'RS256' } },
      };
    },
  },
});

/** The settings of oidc-provider. Its paths are the default ones, which clients read from its discovery document. */
export const providerOptions = (
  client: SignOnClient,
  store: SignOnStore,
  secrets: { jwks: JWKS; cookieKey: string; port: number },
): Configuration => ({
  adapter: store.adapter,
  clients: [
    {
      client_id: client.clientId,
      client_name: client.productName,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: CALLBACK_PATHS.map((path) => new URL(client.consoleUrl).origin + path),
      ...(client.logoutUri !== undefined && { backchannel_logout_uri: client.logoutUri }),
      post_logout_redirect_uris: ['', '/'].map((path) => new URL(client.consoleUrl).origin + path),
    },
  ],
  responseTypes: ['code'],
  jwks: secrets.jwks,
  features: features(client),
  claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: false,
  findAccount: (_ctx, accountId) => {
    const claims = claimsOf(accountId);
    return claims && { accountId, claims: () => ({ sub: accountId, ...claims }) };
  },
  extraTokenClaims: (_ctx, token) => ('accountId' in token ? claimsOf(token.accountId) : undefined),
  extraParams: {
    audience: (_ctx, audience) => {
      if (audience !== undefined && audience !== client.audience)
        throw new errors.InvalidTarget(`this provider knows only the audience ${client.audience}`);
    },
  },
  clientBasedCORS: (_ctx, origin) => origin === new URL(client.consoleUrl).origin,
  interactions: { policy: withoutConsent(), url: (_ctx, { uid }) => `/sign-in/${uid}` },
  loadExistingGrant: grantOf,
  // The console requests offline_access without prompt=consent. By default, oidc-provider ignores such a request.
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  // Signing out ends the refresh tokens too.
  expiresWithSession: () => true,
  renderError: renderError(client),
  ttl: {
    AccessToken: HOUR,
    IdToken: HOUR,
    Interaction: HOUR,
    Session: THIRTY_DAYS,
    Grant: THIRTY_DAYS,
    RefreshToken: THIRTY_DAYS,
  },
  cookies: {
    // Browsers share cookies between the ports of a host, so the cookies of two stacks on one machine need different names.
    names: {
      session: `sign_on_${secrets.port}`,
      interaction: `sign_on_${secrets.port}_page`,
      resume: `sign_on_${secrets.port}_resume`,
    },
    keys: [secrets.cookieKey],
    long: { httpOnly: true, sameSite: 'lax', signed: true },
    short: { httpOnly: true, sameSite: 'lax', signed: true },
  },
});

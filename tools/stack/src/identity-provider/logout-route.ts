import type { Provider } from 'oidc-provider';
import { renderFailure } from './error-page.ts';
import { pageHeaders } from './page.ts';
import type { SignOnClient } from './sign-on-client.ts';

type Middleware = Parameters<Provider['use']>[0];

const isAllowed = (returnTo: string, consoleOrigin: string): boolean =>
  URL.canParse(returnTo) && new URL(returnTo).origin === consoleOrigin;

/**
 * GET /v2/logout?client_id&returnTo, as auth0-react calls it: ends the session with its grants and refresh tokens, and
 * leads back to `returnTo`. An address outside the console is refused, and then nobody is signed out.
 */
export const logoutRoute =
  (provider: Provider, client: SignOnClient): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== '/v2/logout') return next();
    const consoleOrigin = new URL(client.consoleUrl).origin;
    const returnTo = ctx.URL.searchParams.get('returnTo') ?? client.consoleUrl;
    if (!isAllowed(returnTo, consoleOrigin)) {
      ctx.status = 400;
      ctx.set(pageHeaders(consoleOrigin));
      ctx.body = renderFailure(client, {
        title: 'Not signed out',
        text: `returnTo leads outside of ${client.productName}, to an address that is not allowed.`,
      });
      return;
    }
    const session = await provider.Session.get(ctx);
    const grantId = session.grantIdFor(client.clientId);
    if (grantId) {
      await Promise.all([provider.RefreshToken.revokeByGrantId(grantId), provider.Grant.adapter.destroy(grantId)]);
    }
    await session.destroy();
    ctx.cookies.set(provider.cookieName('session'), null, { signed: true });
    ctx.set('cache-control', 'no-store');
    ctx.redirect(returnTo);
  };

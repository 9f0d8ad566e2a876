import { timingSafeEqual } from 'node:crypto';
import { errors } from 'oidc-provider';
import type { Provider } from 'oidc-provider';
import { DEMO_PASSWORD, findDemoAccount } from '../demo-accounts.ts';
import { readForm } from '../form.ts';
import { EXPIRED, renderFailure } from './error-page.ts';
import { renderLogin } from './login-page.ts';
import { pageHeaders } from './page.ts';
import type { SignOnClient } from './sign-on-client.ts';

const PATH = /^\/sign-in\/[\w-]+$/;
const MAX_FORM_BYTES = 4_096;
const WRONG = 'That e-mail and password belong to no demo account.';

type Middleware = Parameters<Provider['use']>[0];

const isPassword = (given: string): boolean => {
  const expected = Buffer.from(DEMO_PASSWORD);
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
};

/** GET and POST /sign-in/{uid}: the page for a sign-on without a session. */
export const loginRoutes =
  (provider: Provider, client: SignOnClient): Middleware =>
  async (ctx, next) => {
    if (!PATH.test(ctx.path)) return next();
    ctx.set(pageHeaders(new URL(client.consoleUrl).origin));
    const page = { productName: client.productName, action: ctx.path };
    try {
      const { params } = await provider.interactionDetails(ctx.req, ctx.res);
      if (ctx.method !== 'POST') {
        const hint = params['login_hint'];
        ctx.body = renderLogin({ ...page, email: typeof hint === 'string' ? hint : '' });
        return;
      }
      const form = await readForm(ctx.req, MAX_FORM_BYTES);
      const email = form.get('email') ?? '';
      const account = findDemoAccount(email);
      if (account?.email === email.trim().toLowerCase() && isPassword(form.get('password') ?? '')) {
        ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login: { accountId: account.email } }));
        ctx.status = 303;
        return;
      }
      ctx.status = 401;
      ctx.body = renderLogin({ ...page, email, error: WRONG });
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound) && !(error instanceof RangeError)) throw error;
      ctx.status = 400;
      ctx.body = renderFailure(client, EXPIRED);
    }
  };

import type { IncomingMessage } from 'node:http';
import { timingSafeEqual } from 'node:crypto';
import { errors } from 'oidc-provider';
import type { Provider } from 'oidc-provider';
import { DEMO_PASSWORD, findDemoAccount } from '../demo-accounts.ts';
import { EXPIRED, renderFailure } from './error-page.ts';
import { renderLogin } from './login-page.ts';
import { pageHeaders } from './page.ts';
import type { SignOnClient } from './sign-on-client.ts';

const PATH = /^\/sign-in\/[\w-]+$/;
const MAX_FORM_BYTES = 4_096;
const WRONG = 'That e-mail and password belong to no demo account.';

type Middleware = Parameters<Provider['use']>[0];

/** @throws RangeError when the form is larger than a sign-in can be. */
const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let form = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    form += String(chunk);
    if (form.length > MAX_FORM_BYTES) throw new RangeError('form too large');
  }
  return new URLSearchParams(form);
};

const isPassword = (given: string): boolean => {
  const expected = Buffer.from(DEMO_PASSWORD);
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
};

/** GET and POST /sign-in/{uid}: the page that a sign-on without a session is led to. */
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
      const form = await readForm(ctx.req);
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

import { timingSafeEqual } from 'node:crypto';
import { escapeHtml } from '@portico/stripe-stand-in/pages';
import { errors, type Provider } from 'oidc-provider';
import { DEMO_PASSWORD, findDemoAccount, DEMO_ACCOUNTS, type DemoAccount } from '../demo-accounts.ts';
import { readForm } from '../form.ts';
import { EXPIRED, renderFailure } from './error-page.ts';
import { pageHeaders, renderPage } from './page.ts';
import type { SignOnClient } from './sign-on-client.ts';

type LoginForm = {
  productName: string;
  /** Path to which the browser posts the forms; it is the page's own path. */
  action: string;
  email: string;
  error?: string;
};

const accountForm = ({ email, name, role }: DemoAccount, action: string): string => `<li>
<form method="post" action="${action}">
<input type="hidden" name="email" value="${email}">
<input type="hidden" name="password" value="${DEMO_PASSWORD}">
<button class="account">
<span class="avatar" aria-hidden="true">${name.replaceAll(/(\S)\S*\s*/g, '$1')}</span>
<span class="who"><span class="person">${escapeHtml(name)}</span> <span class="address">${email}</span></span>
<span class="role">${escapeHtml(role)}</span>
</button>
</form>
</li>`;

const alert = (error: string): string => `<p class="alert" role="alert" id="error">${escapeHtml(error)}</p>`;

/** The sign-in page: the demo accounts as buttons, and a form for their e-mail address and password. */
const renderLogin = ({ productName, action, email, error }: LoginForm): string => {
  const path = escapeHtml(action);
  const invalid = error ? ' aria-invalid="true" aria-describedby="error"' : '';
  return renderPage(
    productName,
    `${error ? 'Error: ' : ''}Sign in to ${productName}`,
    `<h1>Sign in</h1>
<p class="lead" id="accounts">Each demo account sees ${escapeHtml(productName)} in its own role.</p>
<ul class="accounts" aria-labelledby="accounts">
${DEMO_ACCOUNTS.map((account) => accountForm(account, path)).join('\n')}
</ul>
<p class="or"><span>or with e-mail and password</span></p>
<form class="credentials" method="post" action="${path}">
${error ? alert(error) : ''}
<p class="hint">The password of every demo account is <code>${DEMO_PASSWORD}</code></p>
<label for="email">E-mail</label>
<input id="email" name="email" type="email" required maxlength="320" autocomplete="username" value="${escapeHtml(email)}"${invalid}>
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="200" autocomplete="current-password"${invalid}${error ? ' autofocus' : ''}>
<button class="primary">Sign in</button>
</form>`,
  );
};

const PATH = /^\/sign-in\/[\w-]+$/;
const MAX_FORM_LENGTH = 4_096;
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
      const form = await readForm(ctx.req, MAX_FORM_LENGTH);
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

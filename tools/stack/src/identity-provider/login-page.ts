import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo-accounts.ts';
import type { DemoAccount } from '../demo-accounts.ts';
import { escapeHtml, renderPage } from './page.ts';

type LoginForm = {
  productName: string;
  /** Path to which the forms are posted: the page's own. */
  action: string;
  email: string;
  /** Error of the last attempt. */
  error?: string;
};

const initials = (name: string): string =>
  name
    .split(' ')
    .map(([first]) => first ?? '')
    .join('');

const accountForm = ({ email, name, role }: DemoAccount, action: string): string => `<li>
<form method="post" action="${action}">
<input type="hidden" name="email" value="${email}">
<input type="hidden" name="password" value="${DEMO_PASSWORD}">
<button class="account">
<span class="avatar" aria-hidden="true">${initials(name)}</span>
<span class="who"><span class="person">${escapeHtml(name)}</span> <span class="address">${email}</span></span>
<span class="role">${escapeHtml(role)}</span>
</button>
</form>
</li>`;

const alert = (error: string): string => `<p class="alert" role="alert" id="error">${escapeHtml(error)}</p>`;

/** The sign-in page: the demo accounts as buttons, and a form for their e-mail address and password. */
export const renderLogin = ({ productName, action, email, error }: LoginForm): string => {
  const path = escapeHtml(action);
  const invalid = error ? ' aria-invalid="true" aria-describedby="error"' : '';
  return renderPage({
    title: `${error ? 'Error: ' : ''}Sign in to ${productName}`,
    productName,
    content: `<h1>Sign in</h1>
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
  });
};

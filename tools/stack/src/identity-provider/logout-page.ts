import { createHash } from 'node:crypto';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml, pageHeaders, renderPage } from './page.ts';
import type { SignOnClient } from './sign-on-client.ts';

type Logout = NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']>;

/** Presses the page's only button. */
const SCRIPT = "document.querySelector('button').click()";
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/**
 * OpenID Connect's logout at the end session endpoint: ends the session with its grants and refresh tokens, and redirects to the
 * console. If the client sends an ID token, the user is not asked.
 */
export const logout = ({ consoleUrl, productName }: SignOnClient): Logout => {
  const { origin, href } = new URL(consoleUrl);
  const show = (ctx: KoaContextWithOIDC, content: string, scripts = ''): void => {
    const headers = pageHeaders(origin);
    const policy = `${headers['content-security-policy']}${scripts}`;
    ctx.set({ ...headers, 'content-security-policy': policy });
    ctx.body = renderPage({ title: `Sign out of ${productName}`, productName, content });
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

import type { Configuration } from 'oidc-provider';
import { escapeHtml } from '@portico/stripe-stand-in/pages';
import { pageHeaders, renderPage } from './page.ts';
import type { SignOnClient } from './sign-on-client.ts';

type Failure = { title: string; text: string };

export const renderFailure = ({ consoleUrl, productName }: SignOnClient, { title, text }: Failure): string =>
  renderPage(
    productName,
    `${title} · ${productName}`,
    `<h1>${escapeHtml(title)}</h1>
<p class="lead" role="alert">${escapeHtml(text)}</p>
<p><a class="primary" href="${escapeHtml(new URL(consoleUrl).href)}">Back to ${escapeHtml(productName)}</a></p>`,
  );

export const EXPIRED: Failure = {
  title: 'This sign-in has expired',
  text: 'It was left open for too long, or finished in another tab. Go back and start again.',
};

/** Shows an error that the provider cannot report to the console, because it cannot tell that the console sent the request. */
export const renderError =
  (client: SignOnClient): NonNullable<Configuration['renderError']> =>
  (ctx, out, error) => {
    const expired = error.name === 'SessionNotFound';
    ctx.set(pageHeaders(new URL(client.consoleUrl).origin));
    ctx.body = renderFailure(
      client,
      expired ? EXPIRED : { title: 'Sign-in failed', text: out.error_description ?? out.error },
    );
  };

import { createHash } from 'node:crypto';
import { LOGO_PATH } from '../logo.ts';
import { PAGE_STYLE } from './page-style.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, including attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** Headers of every page: the page may not load or frame other content, and its forms may only post here or to `consoleOrigin`. */
export const pageHeaders = (consoleOrigin: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; ` +
    `form-action 'self' ${consoleOrigin}; frame-ancestors 'none'; base-uri 'none'`,
});

const portico = (className: string): string =>
  `<svg class="${className}" viewBox="0 0 32 32" aria-hidden="true"><path d="${LOGO_PATH}"/></svg>`;

type Page = {
  title: string;
  productName: string;
  /** HTML that is trusted. */
  content: string;
};

/** Renders a whole page: the product on one side, `content` on the other. */
export const renderPage = (page: Page): string => {
  const product = escapeHtml(page.productName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<div class="card">
<header class="brand">
${portico('backdrop')}
<p class="name">${portico('mark')}${product}</p>
<div class="pitch">
<p class="line">Every integration event, the moment it happens.</p>
<p class="notice"><strong>Local sign-on.</strong> It runs on this computer, for trying ${product} only. Do not use it in production: connect your own OpenID provider there.</p>
</div>
</header>
<main>
${page.content}
</main>
</div>
</body>
</html>
`;
};

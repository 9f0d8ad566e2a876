import { createHash } from 'node:crypto';
import { PAGE_STYLE } from './page-style.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may stand in HTML, in an attribute too. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const hashOf = (style: string): string => createHash('sha256').update(style).digest('base64');

/** Headers of every page: nothing may be loaded or framed, and a form leads here or back to `consoleOrigin`. */
export const pageHeaders = (consoleOrigin: string, style = PAGE_STYLE): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${hashOf(style)}'; img-src data:; ` +
    `form-action 'self' ${consoleOrigin}; frame-ancestors 'none'; base-uri 'none'`,
});

/** The portico of the console's logo. */
const COLUMNS =
  'M16 6.2 26 12v2H6v-2l10-5.8ZM8.5 16h3v6.5h-3V16Zm6 0h3v6.5h-3V16Zm6 0h3v6.5h-3V16ZM6.5 24h19v2h-19v-2Z';
const portico = (className: string): string =>
  `<svg class="${className}" viewBox="0 0 32 32" aria-hidden="true"><path d="${COLUMNS}"/></svg>`;

export type Page = {
  title: string;
  productName: string;
  /** Trusted HTML. */
  content: string;
  /** What is said beside it, in place of the sign-in page's own words. */
  line?: string;
  notice?: { headline: string; text: string };
  style?: string;
};

const signOnNotice = (productName: string): { headline: string; text: string } => ({
  headline: 'Local sign-on.',
  text: `It runs on this computer, for trying ${productName} only. Do not use it in production: connect your own OpenID provider there.`,
});

/** A whole page: the product on one side, `content` on the other. */
export const renderPage = (page: Page): string => {
  const product = escapeHtml(page.productName);
  const { headline, text } = page.notice ?? signOnNotice(page.productName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:,">
<style>${page.style ?? PAGE_STYLE}</style>
</head>
<body>
<div class="card">
<header class="brand">
${portico('backdrop')}
<p class="name">${portico('mark')}${product}</p>
<div class="pitch">
<p class="line">${escapeHtml(page.line ?? 'Every integration event, the moment it happens.')}</p>
<p class="notice"><strong>${escapeHtml(headline)}</strong> ${escapeHtml(text)}</p>
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

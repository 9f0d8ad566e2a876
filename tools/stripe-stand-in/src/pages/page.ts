import { createHash } from 'node:crypto';
import { STYLE } from './style.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML, including attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Headers of every page: the page may not load or frame other content, and its forms may only target this server or `origin`. */
export const pageHeaders = (origin: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; ` +
    `form-action 'self' ${origin}; frame-ancestors 'none'; base-uri 'none'`,
});

/** The product's brand on the hosted pages. */
export type Brand = {
  productName: string;
  /** The `d` of an SVG path in a square of 32, shown beside the name. */
  logo: string | undefined;
};

const logoOf = ({ logo }: Brand, className: string): string =>
  logo === undefined
    ? ''
    : `<svg class="${className}" viewBox="0 0 32 32" aria-hidden="true"><path d="${escapeHtml(logo)}"/></svg>`;

/** Renders a page: the product on one side, `content` (trusted HTML) on the other side. */
export const renderPage = (brand: Brand, title: string, content: string): string => {
  const product = escapeHtml(brand.productName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${product}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<div class="card">
<header class="brand">
${logoOf(brand, 'backdrop')}
<p class="name">${logoOf(brand, 'mark')}${product}</p>
<div class="pitch">
<p class="line">Everything but the money.</p>
<p class="notice"><strong>Local payments.</strong> They run on this computer, for trying ${product} only. No money moves, and no card is real.</p>
</div>
</header>
<main>
${content}
</main>
</div>
</body>
</html>
`;
};

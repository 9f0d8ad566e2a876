import { createHash } from 'node:crypto';
import { COMMON_STYLE } from './style.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, including attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export type Brand = {
  productName: string;
  /** The `d` of an SVG path in a square of 32, shown beside the name. */
  logo: string | undefined;
};

const logoOf = ({ logo }: Brand, className: string): string =>
  logo === undefined
    ? ''
    : `<svg class="${className}" viewBox="0 0 32 32" aria-hidden="true"><path d="${escapeHtml(logo)}"/></svg>`;

type PageOptions = {
  claim: string;
  /** Returns the HTML of the notice below the claim. */
  notice: (product: string) => string;
  /** CSS rules that follow the rules of every page. */
  style: string;
};

/** Pages with the product on one side and the content, which is trusted HTML, on the other side. */
export const createPages = (options: PageOptions) => {
  const style = COMMON_STYLE + options.style;
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    /**
     * With these headers, a page cannot load other content, and no page can frame it. Its forms may only target this server or `origin`.
     */
    headers: (origin: string): Record<string, string> => ({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; ` +
        `form-action 'self' ${origin}; frame-ancestors 'none'; base-uri 'none'`,
    }),
    render: (brand: Brand, title: string, content: string): string => {
      const product = escapeHtml(brand.productName);
      return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div class="card">
<header class="brand">
${logoOf(brand, 'backdrop')}
<p class="name">${logoOf(brand, 'mark')}${product}</p>
<div class="pitch">
<p class="line">${options.claim}</p>
<p class="notice">${options.notice(product)}</p>
</div>
</header>
<main>
${content}
</main>
</div>
</body>
</html>
`;
    },
  };
};

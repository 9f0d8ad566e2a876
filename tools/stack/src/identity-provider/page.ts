import { createPages } from '@portico/stripe-stand-in/pages';
import { LOGO_PATH } from '../logo.ts';

const pages = createPages({
  claim: 'Every integration event, the moment it happens.',
  notice: (product) =>
    `<strong>Local sign-on.</strong> It runs on this computer, for trying ${product} only. Do not use it in production: connect your own OpenID provider there.`,
  style: `
.accounts { list-style: none; padding: 0; margin-top: 20px; display: grid; gap: 8px; }
.account {
  width: 100%; display: flex; align-items: center; gap: 12px; padding: 9px 12px; text-align: left;
  background: transparent; border: 1px solid var(--line); border-radius: 10px;
  transition: background-color 120ms, border-color 120ms;
}
.account:hover { background: var(--hover); border-color: var(--primary); }
.avatar {
  flex: none; width: 34px; height: 34px; display: grid; place-items: center; border-radius: 50%;
  background: var(--badge); color: var(--badge-text); font-size: 12.5px; font-weight: 650; letter-spacing: 0.02em;
}
.who { flex: 1; min-width: 0; display: grid; line-height: 1.35; }
.person { font-weight: 580; }
.address { font-size: 13px; color: var(--soft); overflow: hidden; text-overflow: ellipsis; }
.role {
  flex: none; padding: 2px 9px; border-radius: 999px; font-size: 12px; font-weight: 560;
  background: var(--badge); color: var(--badge-text);
}
.or { display: flex; align-items: center; gap: 12px; margin: 22px 0 16px; font-size: 13px; color: var(--soft); }
.or::before, .or::after { content: ""; flex: 1; height: 1px; background: var(--line); }
.credentials { display: grid; grid-template-columns: 1fr 1fr; gap: 6px 12px; }
.credentials label { grid-row: 3; font-size: 13px; font-weight: 560; }
.credentials input { grid-row: 4; }
.credentials .primary { grid-row: 5; margin-top: 10px; }
.alert, .hint, .credentials .primary { grid-column: 1 / -1; }
.alert { grid-row: 1; }
.hint { grid-row: 2; margin-bottom: 4px; font-size: 13px; color: var(--soft); }
@media (max-width: 420px) {
  .credentials { grid-template-columns: 1fr; }
  .credentials > * { grid-row: auto !important; }
  .role { display: none; }
}
`,
});

export const pageHeaders = pages.headers;

/** @param content - trusted HTML. */
export const renderPage = (productName: string, title: string, content: string): string =>
  pages.render({ productName, logo: LOGO_PATH }, title, content);

import { createHash } from 'node:crypto';
import { escapeHtml } from '@portico/stripe-stand-in/pages';
import type { CaughtHook } from '../hooks/index.ts';
import type { CaughtMail } from './caught-mail.ts';

const STYLE = `
:root { color-scheme: light dark; --ground: #eef3f2; --card: #fff; --text: #10201e; --soft: #55706c; --line: #d9e4e2; --link: #0b766d; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0a1211; --card: #111c1b; --text: #e6f0ee; --soft: #93aca8; --line: #243835; --link: #2fcfbb; }
}
* { box-sizing: border-box; margin: 0; }
body { padding: 32px 16px; background: var(--ground); color: var(--text); font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; display: grid; gap: 12px; }
h1 { font-size: 24px; letter-spacing: -0.015em; }
.soft { color: var(--soft); font-size: 13.5px; }
article { display: grid; gap: 12px; padding: 20px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
h2 { font-size: 16px; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: var(--link); }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const MAX_SHOWN_HOOKS = 200;

const COMMON = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
export const PAGE_HEADERS: Record<string, string> = {
  ...COMMON,
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  // Shows new mails every 5 s without a script.
  refresh: '5',
};
/** Headers of the page that shows one mail. The page may not run scripts or load other content. */
export const MAIL_HEADERS: Record<string, string> = {
  ...COMMON,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; frame-ancestors 'none'",
};

const linked = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');

const article = ({ id, from, to, subject, text, html, at }: CaughtMail): string => `<article>
<header>
<h2>${escapeHtml(subject)}</h2>
<p class="soft">To ${escapeHtml(to)}, from ${escapeHtml(from)}, <time datetime="${at}">${at.replace('T', ' ').slice(0, 19)} UTC</time></p>
</header>
<pre>${linked(text.trim())}</pre>
${html === '' ? '' : `<p class="soft"><a href="/mails/${id}">As a mail program shows it</a></p>`}
</article>`;

const hookArticle = ({ kind, path, title, body, refused, times, at }: CaughtHook): string => `<article>
<header>
<h2>${escapeHtml(title === '' ? kind : title)}</h2>
<p class="soft">${escapeHtml(kind)}, to ${escapeHtml(path)}, <time datetime="${at}">${at.replace('T', ' ').slice(0, 19)} UTC</time>${
  times > 1 ? `, ${times} times` : ''
}</p>
</header>
${refused === null ? '' : `<p><strong>Refused:</strong> ${escapeHtml(refused)}</p>`}
<details><summary>As it was sent</summary><pre>${escapeHtml(JSON.stringify(body, null, 2))}</pre></details>
</article>`;

export const renderCaught = (mails: readonly CaughtMail[], hooks: readonly CaughtHook[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mails and messages</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Mails</h1>
<p class="soft">This computer catches all mails and delivers none. It keeps the last 200 until the stack ends.</p>
${mails.map(article).join('\n') || '<p>No mail has been sent yet.</p>'}
<h1>Messages of channels</h1>
<p class="soft">Stand-ins of Slack, Microsoft Teams, PagerDuty and webhooks: use addresses of this page that begin with /slack/, /teams/, /webhook/. One with a part like /answer-503/ fails.</p>
${hooks.slice(0, MAX_SHOWN_HOOKS).map(hookArticle).join('\n') || '<p>No message has been sent yet.</p>'}
</main>
</body>
</html>
`;

/** Style sheet of every page. Colours follow the system. */
export const COMMON_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #eef3f2; --card: #ffffff; --text: #10201e; --soft: #55706c; --line: #d9e4e2; --field: #8ba29e;
  --hover: #f1f8f6; --primary: #0b766d; --primary-strong: #085e57; --on-primary: #ffffff;
  --badge: #dff3f0; --badge-text: #0a6860; --danger: #b42318; --danger-ground: #fef3f2; --danger-line: #fecdca;
  --shadow: 0 1px 2px rgb(16 32 30 / 6%), 0 18px 48px -12px rgb(16 32 30 / 18%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0a1211; --card: #111c1b; --text: #e6f0ee; --soft: #93aca8; --line: #243835; --field: #5f7a76;
    --hover: #172625; --primary: #2fcfbb; --primary-strong: #5fe3d2; --on-primary: #042f2b;
    --badge: #10302d; --badge-text: #63e0d0; --danger: #fda29b; --danger-ground: #2b1512; --danger-line: #5c2520;
    --shadow: 0 18px 48px -12px rgb(0 0 0 / 60%);
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px;
  background: var(--ground); color: var(--text);
  font: 400 15px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  -webkit-font-smoothing: antialiased;
}
.card {
  width: 100%; max-width: 940px; min-height: 560px; display: grid; grid-template-columns: 5fr 7fr; overflow: hidden;
  background: var(--card); border-radius: 16px; box-shadow: var(--shadow);
}
.brand {
  position: relative; overflow: hidden; display: flex; flex-direction: column; justify-content: space-between; gap: 32px; padding: 40px 36px; color: #f0fdfa;
  background: radial-gradient(120% 90% at 0% 0%, #14857b 0%, #0b766d 38%, #0b4f4a 100%);
}
.name { display: flex; align-items: center; gap: 12px; font-size: 20px; font-weight: 650; letter-spacing: -0.01em; }
.mark { width: 36px; height: 36px; fill: #ffffff; background: rgb(255 255 255 / 16%); border-radius: 9px; }
.backdrop { position: absolute; top: 8px; right: -150px; width: 480px; height: 480px; fill: #ffffff; opacity: 0.06; }
.pitch { position: relative; display: grid; gap: 24px; }
.line { font-size: 27px; line-height: 1.2; font-weight: 620; letter-spacing: -0.02em; text-wrap: balance; }
.notice {
  padding: 14px 16px; border-radius: 10px; font-size: 13.5px; line-height: 1.5; color: #d8f5f0;
  background: rgb(255 255 255 / 9%); border: 1px solid rgb(255 255 255 / 18%);
}
.notice strong { color: #ffffff; font-weight: 620; }
main { padding: 40px; align-self: center; }
h1 { font-size: 24px; line-height: 1.25; font-weight: 650; letter-spacing: -0.015em; }
.lead { margin-top: 4px; color: var(--soft); }
button { font: inherit; color: inherit; cursor: pointer; }
.alert {
  margin-bottom: 6px; padding: 10px 12px; border-radius: 10px; font-size: 14px; font-weight: 520;
  color: var(--danger); background: var(--danger-ground); border: 1px solid var(--danger-line);
}
input {
  width: 100%; padding: 9px 12px; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--field); border-radius: 10px;
}
input[aria-invalid] { border-color: var(--danger); }
code {
  white-space: nowrap;
  padding: 2px 6px; border-radius: 6px; font: 500 12.5px/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  color: var(--text); background: var(--hover); border: 1px solid var(--line);
}
.primary {
  display: inline-block; padding: 10px 20px; border: 0; border-radius: 10px; font-weight: 600; text-decoration: none;
  text-align: center; background: var(--primary); color: var(--on-primary); transition: background-color 120ms;
}
.primary:hover { background: var(--primary-strong); }
a.primary { margin-top: 24px; }
:is(button, input, a):focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
@media (max-width: 780px) {
  body { padding: 0; place-items: start stretch; background: var(--card); }
  .card { grid-template-columns: 1fr; min-height: 0; border-radius: 0; box-shadow: none; background: transparent; }
  .brand { gap: 20px; padding: 24px 20px; }
  .line, .backdrop { display: none; }
  main { padding: 24px 20px 40px; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;

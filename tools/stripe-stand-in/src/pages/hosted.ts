import { createPages } from './page.ts';

export const hostedPages = createPages({
  claim: 'Everything but the money.',
  notice: (product) =>
    `<strong>Local payments.</strong> They run on this computer, for trying ${product} only. No money moves, and no card is real.`,
  style: `
.lines { list-style: none; padding: 0; margin-top: 18px; border-top: 1px solid var(--line); }
.lines > li {
  display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; align-items: center;
  padding: 12px 0; border-bottom: 1px solid var(--line);
}
.what { font-weight: 580; color: inherit; }
.amount { font-weight: 580; font-variant-numeric: tabular-nums; text-align: right; }
.small { font-size: 13px; color: var(--soft); }
.quantity { display: inline-flex; align-items: center; gap: 8px; font-size: 13px; color: var(--soft); }
.quantity input { width: 92px; padding: 4px 8px; }
.total { display: flex; justify-content: space-between; gap: 16px; padding: 14px 0 2px; font-size: 17px; font-weight: 650; }
.total span:last-child { font-variant-numeric: tabular-nums; }
.pay { display: grid; gap: 6px; }
.pay .card-fields { display: grid; grid-template-columns: 1fr 1fr; gap: 6px 12px; margin-top: 16px; }
.pay .wide { grid-column: 1 / -1; }
.pay label { font-size: 13px; font-weight: 560; }
.pay .primary { margin-top: 12px; }
.field { display: grid; gap: 4px; align-content: start; }
.fault { font-size: 13px; font-weight: 520; color: var(--danger); }
.plain {
  padding: 6px 12px; border: 1px solid var(--line); border-radius: 8px; background: transparent; font-size: 13.5px;
  font-weight: 560; transition: background-color 120ms, border-color 120ms;
}
.plain:hover { background: var(--hover); border-color: var(--primary); }
.plain.danger { color: var(--danger); }
.plain.danger:hover { border-color: var(--danger); background: var(--danger-ground); }
.link { display: inline-block; margin-top: 14px; color: var(--primary); font-weight: 560; }
.state { padding: 2px 9px; border-radius: 999px; font-size: 12px; font-weight: 560; background: var(--badge); color: var(--badge-text); }
.state.bad { background: var(--danger-ground); color: var(--danger); }
.state.off { background: var(--hover); color: var(--soft); }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
h2 { margin-top: 28px; font-size: 15px; font-weight: 650; }
.try { margin-top: 8px; grid-column: 1 / -1; }
.try p { margin-right: 4px; }
`,
});

import { style } from '@vanilla-extract/css';
import { oneLine, vars } from '@portico/ui/styles';
import { eventRow } from '../event-row.css.ts';

export const part = style({ display: 'grid', gap: vars.space[2] });
export const head = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: `0 ${vars.space[2]}` });
export const title = style({ fontSize: vars.text.sm, fontWeight: vars.weight.semibold });
export const about = style({
  flex: 1,
  minWidth: '8rem',
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontVariantNumeric: 'tabular-nums',
});
export const waiting = style({ display: 'grid', gap: vars.space[3], padding: `${vars.space[2]} 0` });
export const rows = style({ border: `1px solid ${vars.color.border}`, borderRadius: vars.radius.md });
export const row = style([
  eventRow,
  {
    gridTemplateColumns: 'auto auto minmax(0, 1fr)',
    gap: vars.space[2],
    minHeight: '2rem',
    padding: `2px ${vars.space[2]}`,
  },
]);
export const time = style({
  color: vars.color.textMuted,
  fontSize: vars.text.xs,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
});
export const what = style({ ...oneLine, color: vars.color.textMuted, fontSize: vars.text.sm });
export const name = style({ color: vars.color.text, fontFamily: vars.font.mono });

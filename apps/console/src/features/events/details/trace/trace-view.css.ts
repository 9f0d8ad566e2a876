import { style } from '@vanilla-extract/css';
import { oneLine, vars } from '@portico/ui/styles';
import { eventRow } from '../event-row.css.ts';

export const waiting = style({ display: 'grid', gap: vars.space[4], padding: `${vars.space[4]} 0` });
export const summary = style({ fontWeight: vars.weight.medium, fontVariantNumeric: 'tabular-nums' });
export const begin = style({
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.regular,
});
export const rows = style({ display: 'grid', border: `1px solid ${vars.color.border}`, borderRadius: vars.radius.md });
export const row = style([
  eventRow,
  {
    gridTemplateColumns: '4.75rem minmax(0, 1fr) auto',
    gap: `${vars.space[1]} ${vars.space[3]}`,
    padding: `${vars.space[2]} ${vars.space[3]}`,
  },
]);
export const after = style({
  color: vars.color.textMuted,
  fontSize: vars.text.xs,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'end',
});
export const what = style({ display: 'grid', minWidth: 0 });
export const event = style({ ...oneLine, fontFamily: vars.font.mono, fontSize: vars.text.sm });
export const integration = style({ ...oneLine, color: vars.color.textMuted, fontSize: vars.text.xs });
export const lane = style({
  position: 'relative',
  gridColumn: '1 / -1',
  height: '0.625rem',
  margin: `0 ${vars.space[1]}`,
  color: vars.color.primary,
  backgroundImage: `linear-gradient(${vars.color.border}, ${vars.color.border})`,
  backgroundSize: '100% 1px',
  backgroundPosition: '0 50%',
  backgroundRepeat: 'no-repeat',
  selectors: { '&[data-result=FAILURE]': { color: vars.color.danger } },
});
/** The bar from the previous event to this event. */
export const bar = style({
  position: 'absolute',
  top: '0.1875rem',
  height: '0.25rem',
  borderRadius: vars.radius.sm,
  background: 'currentColor',
  opacity: 0.45,
  selectors: {
    '&[data-gap]': { background: `repeating-linear-gradient(90deg, currentColor 0 3px, transparent 3px 7px)` },
  },
});
export const dot = style({
  position: 'absolute',
  top: 0,
  width: '0.625rem',
  height: '0.625rem',
  marginLeft: '-0.3125rem',
  borderRadius: '50%',
  background: 'currentColor',
  boxShadow: `0 0 0 2px ${vars.color.raised}`,
});
export const gap = style({
  padding: `${vars.space[1]} ${vars.space[3]}`,
  borderTop: `1px solid ${vars.color.border}`,
  background: vars.color.sunken,
  color: vars.color.textMuted,
  fontSize: vars.text.xs,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'center',
});

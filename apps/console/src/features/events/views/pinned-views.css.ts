import { style } from '@vanilla-extract/css';
import { oneLine, vars } from '@portico/ui/styles';

export const group = style({ marginTop: vars.space[4] });
export const list = style({ display: 'grid', gap: 1 });
export const title = style({
  padding: `0 ${vars.space[3]} ${vars.space[1]}`,
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
});
export const item = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  minHeight: '2rem',
  padding: `0 ${vars.space[2]} 0 ${vars.space[3]}`,
  borderRadius: vars.radius.md,
  color: vars.color.textMuted,
  fontSize: vars.text.sm,
  textDecoration: 'none',
  selectors: {
    '&:hover': { background: vars.color.hover, color: vars.color.text },
    '&[data-current]': { background: vars.color.hover, color: vars.color.text, fontWeight: vars.weight.medium },
  },
});
export const name = style({ ...oneLine, flex: 1, minWidth: 0 });
export const total = style({
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontVariantNumeric: 'tabular-nums',
});
export const failed = style({
  minWidth: '1.25rem',
  padding: `1px ${vars.space[2]}`,
  borderRadius: vars.radius.full,
  background: vars.color.dangerSoft,
  color: vars.color.danger,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'center',
});

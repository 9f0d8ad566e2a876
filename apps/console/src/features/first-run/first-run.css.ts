import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const card = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[5],
  padding: vars.space[6],
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.lg,
  background: vars.color.surface,
  '@media': { [media.belowDrawer]: { padding: vars.space[4] } },
});
export const steps = style({ display: 'grid', gap: vars.space[4] });
export const step = style({ display: 'grid', gridTemplateColumns: '1.5rem minmax(0, 1fr)', gap: vars.space[3] });
export const mark = style({
  color: vars.color.textMuted,
  selectors: { '[data-done] > &': { color: vars.color.success } },
});
export const title = style({
  fontWeight: vars.weight.medium,
  selectors: { '[data-done] &': { color: vars.color.textMuted } },
});
export const text = style({ color: vars.color.textMuted });
export const body = style({ display: 'grid', justifyItems: 'start', gap: vars.space[2], minWidth: 0 });
export const command = style({
  width: '100%',
  margin: 0,
  padding: vars.space[3],
  overflowX: 'auto',
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.sunken,
  fontFamily: vars.font.mono,
  fontSize: vars.text.sm,
});

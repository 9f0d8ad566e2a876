import { style } from '@vanilla-extract/css';
import { surface, vars } from '@portico/ui/styles';

export const summary = style([
  surface,
  {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: vars.space[4],
    padding: vars.space[5],
  },
]);
export const heading = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold, letterSpacing: '-0.01em' });
export const totals = style({ display: 'grid', gap: vars.space[2] });
export const line = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: vars.space[4],
  color: vars.color.textMuted,
});
export const due = style([
  line,
  {
    alignItems: 'baseline',
    marginTop: vars.space[1],
    paddingTop: vars.space[3],
    borderTop: `1px solid ${vars.color.border}`,
    color: vars.color.text,
    fontSize: vars.text.lg,
    fontWeight: vars.weight.semibold,
  },
]);
export const amount = style({ fontVariantNumeric: 'tabular-nums' });
export const note = style({
  display: 'flex',
  gap: vars.space[2],
  alignItems: 'flex-start',
  fontSize: vars.text.sm,
  color: vars.color.textMuted,
});

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const organization = style({ display: 'grid', gap: vars.space[4], marginTop: vars.space[3] });
export const heading = style({
  fontSize: vars.text.xl,
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.015em',
  overflowWrap: 'anywhere',
});
export const columns = style({
  display: 'grid',
  gap: vars.space[5],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(26rem, 100%), 1fr))',
  alignItems: 'start',
});
export const part = style({ display: 'grid', gap: vars.space[2], minWidth: 0 });
export const title = style({
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
  color: vars.color.textMuted,
});

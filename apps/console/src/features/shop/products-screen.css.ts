import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const group = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[3] });
export const groupHeading = style({
  fontSize: vars.text.lg,
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.01em',
});
export const grid = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(16rem, 100%), 1fr))',
});

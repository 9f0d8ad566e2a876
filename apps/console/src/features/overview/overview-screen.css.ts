import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const organization = style({ display: 'grid', gap: vars.space[4], marginTop: vars.space[3] });
export const heading = style({
  fontSize: vars.text.xl,
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.015em',
  overflowWrap: 'anywhere',
});

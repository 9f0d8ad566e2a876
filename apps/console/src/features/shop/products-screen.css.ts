import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const screen = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[6] });
export const header = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: vars.space[4],
});
export const heading = style({
  fontSize: vars.text.xxl,
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.02em',
  lineHeight: 1.2,
});
export const lead = style({
  marginTop: vars.space[2],
  color: vars.color.textMuted,
  maxWidth: '40rem',
  textWrap: 'pretty',
});
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

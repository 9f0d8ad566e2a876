import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const screen = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[5] });
export const heading = style({
  fontSize: vars.text.xxl,
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.02em',
  lineHeight: 1.2,
});
export const grid = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(20rem, 100%), 1fr))',
});
export const card = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: vars.space[2],
  padding: vars.space[6],
  background: vars.color.surface,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.lg,
  boxShadow: vars.shadow.sm,
});
export const medallion = style({
  display: 'grid',
  placeItems: 'center',
  width: '2.25rem',
  height: '2.25rem',
  marginBottom: vars.space[2],
  borderRadius: vars.radius.md,
  background: vars.color.primarySoft,
  color: vars.color.primaryText,
});
export const title = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold, letterSpacing: '-0.01em' });
export const text = style({ marginBottom: vars.space[3], color: vars.color.textMuted, textWrap: 'pretty' });

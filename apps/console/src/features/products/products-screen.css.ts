import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const screen = style({ display: 'grid', gap: vars.space[6] });
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
export const grid = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(17rem, 100%), 1fr))',
});
export const card = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[2],
  minHeight: '13rem',
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
export const name = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold, letterSpacing: '-0.01em' });
export const description = style({ color: vars.color.textMuted, textWrap: 'pretty' });
export const price = style({
  marginTop: 'auto',
  paddingTop: vars.space[4],
  fontSize: vars.text.xxl,
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.02em',
  fontVariantNumeric: 'tabular-nums',
});

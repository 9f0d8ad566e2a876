import { style } from '@vanilla-extract/css';
import { medallion, media, vars } from '@portico/ui/styles';

export const page = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.1fr)',
  gap: `${vars.space[8]} ${vars.space[16]}`,
  alignItems: 'start',
  maxWidth: '72rem',
  margin: '0 auto',
  padding: `${vars.space[12]} ${vars.space[6]} ${vars.space[16]}`,
  '@media': {
    [media.belowRail]: { gridTemplateColumns: 'minmax(0, 34rem)', justifyContent: 'center' },
    [media.belowDrawer]: { padding: `${vars.space[6]} ${vars.space[4]} ${vars.space[10]}` },
  },
});
export const intro = style({
  '@media': { [`(width >= 64rem)`]: { position: 'sticky', top: vars.space[12], paddingTop: vars.space[6] } },
});
export const title = style({
  fontSize: 'clamp(1.75rem, 1.3rem + 1.8vw, 2.5rem)',
  fontWeight: vars.weight.bold,
  letterSpacing: '-0.03em',
  lineHeight: 1.12,
  textWrap: 'balance',
});
export const lead = style({
  marginTop: vars.space[4],
  maxWidth: '32rem',
  fontSize: '1.0625rem',
  lineHeight: 1.6,
  color: vars.color.textMuted,
  textWrap: 'pretty',
});
export const points = style({
  display: 'grid',
  gap: vars.space[4],
  marginTop: vars.space[8],
  '@media': { [media.belowRail]: { display: 'none' } },
});
export const point = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: vars.space[3],
  alignItems: 'start',
});
export const pointIcon = style([medallion, { width: '2rem', height: '2rem' }]);
export const pointTitle = style({ fontWeight: vars.weight.semibold });
export const pointText = style({ color: vars.color.textMuted, textWrap: 'pretty' });
export const card = style({
  padding: vars.space[8],
  background: vars.color.surface,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.xl,
  boxShadow: vars.shadow.md,
  '@media': { [media.belowDrawer]: { padding: vars.space[5] } },
});
export const group = style({ display: 'grid', gap: vars.space[5], minWidth: 0, margin: 0, padding: 0, border: 0 });
export const groupTitle = style({
  width: '100%',
  padding: `0 0 ${vars.space[3]}`,
  marginBottom: vars.space[4],
  borderBottom: `1px solid ${vars.color.border}`,
  fontWeight: vars.weight.semibold,
});
/** A button as wide as its form. */
export const submit = style({ display: 'grid', marginTop: vars.space[1] });
export const note = style({ marginTop: vars.space[5], textAlign: 'center', color: vars.color.textMuted });
export const sent = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: vars.space[3],
  padding: `${vars.space[8]} 0`,
  textAlign: 'center',
});
export const sentMark = style({
  display: 'grid',
  placeItems: 'center',
  width: '3.5rem',
  height: '3.5rem',
  marginBottom: vars.space[2],
  borderRadius: vars.radius.full,
  background: vars.color.successSoft,
  color: vars.color.success,
});
export const sentTitle = style({
  fontSize: vars.text.xl,
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.01em',
  outline: 'none',
  overflowWrap: 'anywhere',
});
export const sentText = style({
  maxWidth: '26rem',
  color: vars.color.textMuted,
  textWrap: 'pretty',
  overflowWrap: 'anywhere',
});
export const sentActions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: vars.space[2],
  marginTop: vars.space[4],
});

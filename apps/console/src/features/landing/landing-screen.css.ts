import { globalStyle, style } from '@vanilla-extract/css';
import { medallion, media, oneLine, surface, vars } from '@portico/ui/styles';

export const page = style({
  maxWidth: '72rem',
  margin: '0 auto',
  padding: `${vars.space[16]} ${vars.space[6]}`,
  '@media': { [media.belowDrawer]: { padding: `${vars.space[8]} ${vars.space[4]}` } },
});
export const hero = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[10],
});
export const eyebrow = style({
  color: vars.color.primaryText,
  fontWeight: vars.weight.semibold,
  fontSize: vars.text.sm,
  letterSpacing: '0.02em',
});
export const title = style({
  margin: `${vars.space[3]} 0 ${vars.space[5]}`,
  fontSize: 'clamp(2.125rem, 1.4rem + 3.2vw, 3.5rem)',
  lineHeight: 1.06,
  letterSpacing: '-0.035em',
  fontWeight: vars.weight.bold,
  textWrap: 'balance',
});
export const lead = style({
  maxWidth: '34rem',
  fontSize: '1.0625rem',
  lineHeight: 1.6,
  color: vars.color.textMuted,
  textWrap: 'pretty',
});
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[3],
  marginTop: vars.space[8],
  '@media': { [media.belowDrawer]: { display: 'grid' } },
});

export const figure = style({ minWidth: 0 });
/** The table of recorded events, in the style of the list of events. */
export const recorded = style([
  surface,
  {
    display: 'block',
    width: '100%',
    overflow: 'hidden',
    borderCollapse: 'collapse',
    fontSize: vars.text.sm,
    fontVariantNumeric: 'tabular-nums',
  },
]);
globalStyle(`${recorded} > *`, { display: 'block' });
globalStyle(`${recorded} tr`, {
  display: 'grid',
  gridTemplateColumns: '8rem minmax(0, 1fr) 6rem 6rem',
  alignItems: 'center',
  gap: vars.space[3],
  minHeight: '2.25rem',
  padding: `0 ${vars.space[4]}`,
});
globalStyle(`${recorded} tbody tr`, { borderTop: `1px solid ${vars.color.border}` });
globalStyle(`${recorded} thead tr`, { minHeight: '2rem', background: vars.color.sunken });
globalStyle(`${recorded} th`, {
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  textAlign: 'start',
});
globalStyle(`${recorded} td`, { ...oneLine, minWidth: 0 });
globalStyle(`${recorded} td`, { '@media': { [media.belowDrawer]: { whiteSpace: 'normal' } } });
export const time = style({});
globalStyle(`${recorded} .${time}`, { '@media': { [media.belowDrawer]: { display: 'none' } } });
globalStyle(`${recorded} tr `, {
  '@media': { [media.belowDrawer]: { gridTemplateColumns: '5rem minmax(0, 1fr) 5.75rem', gap: vars.space[2] } },
});
export const caption = style({ marginTop: vars.space[2], color: vars.color.textSubtle, fontSize: vars.text.sm });

export const part = style({
  marginTop: vars.space[12],
  paddingTop: vars.space[10],
  borderTop: `1px solid ${vars.color.border}`,
});
export const grid = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(15rem, 1fr))',
  gap: vars.space[8],
});
export const heading = style({ marginBottom: vars.space[4], fontSize: vars.text.xl, fontWeight: vars.weight.semibold });
export const price = style({ fontSize: vars.text.xl, fontWeight: vars.weight.semibold });
export const per = style({ color: vars.color.textMuted, fontSize: vars.text.sm, fontWeight: vars.weight.regular });
export const code = style({
  margin: `${vars.space[4]} 0`,
  padding: vars.space[4],
  overflowX: 'auto',
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.sunken,
  fontFamily: vars.font.mono,
  fontSize: vars.text.xs,
  lineHeight: 1.6,
  whiteSpace: 'pre',
});
export const docs = style({ display: 'flex', flexWrap: 'wrap', gap: `${vars.space[2]} ${vars.space[5]}` });
export const featureIcon = style([medallion, { display: 'inline-grid', width: '2.25rem', height: '2.25rem' }]);
export const featureTitle = style({
  margin: `${vars.space[3]} 0 ${vars.space[1]}`,
  fontSize: vars.text.lg,
  fontWeight: vars.weight.semibold,
});
export const featureText = style({ color: vars.color.textMuted, textWrap: 'pretty' });

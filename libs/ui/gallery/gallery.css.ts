import { globalStyle, style } from '@vanilla-extract/css';
import { media, vars } from '../src/theme/vars.css.ts';

export const page = style({
  display: 'grid',
  gridTemplateColumns: '13rem minmax(0, 1fr)',
  minHeight: '100dvh',
  '@media': { [media.belowDrawer]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const side = style({
  position: 'sticky',
  top: 0,
  alignSelf: 'start',
  height: '100dvh',
  padding: vars.space[5],
  overflowY: 'auto',
  borderRight: `1px solid ${vars.color.border}`,
  background: vars.color.surface,
  '@media': { [media.belowDrawer]: { display: 'none' } },
});
export const brand = style({ marginBottom: vars.space[4], fontSize: vars.text.lg, fontWeight: vars.weight.semibold });
export const entry = style({
  display: 'block',
  padding: `${vars.space[1]} ${vars.space[2]}`,
  borderRadius: vars.radius.sm,
  color: vars.color.textMuted,
  textDecoration: 'none',
  ':hover': { background: vars.color.hover, color: vars.color.text },
});
export const main = style({
  minWidth: 0,
  padding: vars.space[6],
  '@media': { [media.belowDrawer]: { padding: vars.space[4] } },
});
export const bar = style({
  position: 'sticky',
  top: 0,
  zIndex: 20,
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  margin: `calc(-1 * ${vars.space[6]}) calc(-1 * ${vars.space[6]}) ${vars.space[6]}`,
  padding: `${vars.space[3]} ${vars.space[6]}`,
  borderBottom: `1px solid ${vars.color.border}`,
  background: vars.color.canvas,
});
export const section = style({ marginBottom: vars.space[12], scrollMarginTop: vars.space[16] });
export const title = style({
  marginBottom: vars.space[4],
  fontSize: vars.text.xl,
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.01em',
});
export const themes = style({ display: 'grid', gap: vars.space[4] });
export const twoByTwo = style([
  themes,
  { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', '@media': { [media.belowRail]: { gridTemplateColumns: '1fr' } } },
]);
export const theme = style({
  display: 'grid',
  gap: vars.space[6],
  minWidth: 0,
  padding: vars.space[6],
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.lg,
  background: vars.color.canvas,
  color: vars.color.text,
  '@media': { [media.belowDrawer]: { padding: vars.space[4] } },
});
export const state = style({ display: 'grid', gap: vars.space[2], minWidth: 0, justifyItems: 'start' });
export const wide = style([state, { justifyItems: 'stretch' }]);
export const name = style({ color: vars.color.textSubtle, fontSize: vars.text.xs, fontWeight: vars.weight.medium });
export const fields = style({
  display: 'grid',
  gap: `${vars.space[5]} ${vars.space[4]}`,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(15rem, 100%), 1fr))',
  alignItems: 'start',
});
export const swatches = style({
  display: 'grid',
  gap: vars.space[3],
  gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))',
});
export const swatch = style({ fontSize: vars.text.xs, color: vars.color.textMuted });
export const colour = style({
  height: '2.5rem',
  marginBottom: vars.space[1],
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
});
/** A frame for components that fill the height of the page in the console. */
export const embedded = style({ border: `1px dashed ${vars.color.borderStrong}`, borderRadius: vars.radius.md });
globalStyle(`${embedded} > *`, { minHeight: 'auto' });

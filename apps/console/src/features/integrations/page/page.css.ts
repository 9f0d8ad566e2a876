import { style } from '@vanilla-extract/css';
import { media, oneLine, surface, textLink, vars } from '@portico/ui/styles';

export const stack = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[4],
  transition: `opacity ${vars.motion.normal}`,
  selectors: { '&[data-stale]': { opacity: 0.6 } },
});
export const form = style([surface, { maxWidth: '44rem', padding: vars.space[5] }]);
export const panel = style([surface, { padding: `${vars.space[4]} ${vars.space[5]}` }]);
export const title = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold });
export const nothing = style({ marginTop: vars.space[2], color: vars.color.textMuted });
export const list = style({ marginTop: vars.space[2] });
export const item = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(8rem, 16rem) 4rem minmax(0, 1fr) 6rem',
  alignItems: 'baseline',
  gap: vars.space[3],
  padding: `${vars.space[2]} 0`,
  borderTop: `1px solid ${vars.color.border}`,
  ':first-child': { borderTop: 0 },
  '@media': { [media.belowDrawer]: { gridTemplateColumns: 'minmax(0, 1fr) auto', gap: `0 ${vars.space[3]}` } },
});
export const link = style([textLink, { overflowWrap: 'anywhere' }]);
export const count = style({
  textAlign: 'end',
  color: vars.color.danger,
  fontWeight: vars.weight.medium,
  fontVariantNumeric: 'tabular-nums',
});
export const message = style({
  color: vars.color.textMuted,
  ...oneLine,
  '@media': { [media.belowDrawer]: { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
});
export const ago = style({ textAlign: 'end', color: vars.color.textSubtle, fontSize: vars.text.sm });

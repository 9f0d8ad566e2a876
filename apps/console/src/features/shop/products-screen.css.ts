import { keyframes, style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

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

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(0.5rem)' } });

export const selection = style({
  position: 'sticky',
  bottom: vars.space[4],
  zIndex: 10,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${vars.space[3]} ${vars.space[6]}`,
  padding: `${vars.space[3]} ${vars.space[4]} ${vars.space[3]} ${vars.space[5]}`,
  background: vars.color.raised,
  border: `1px solid ${vars.color.borderStrong}`,
  borderRadius: vars.radius.xl,
  boxShadow: vars.shadow.lg,
  animation: `${rise} ${vars.motion.normal} ${vars.motion.ease}`,
  '@media': { [media.belowDrawer]: { bottom: vars.space[2], padding: vars.space[3] } },
});
export const total = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: vars.space[4],
  fontWeight: vars.weight.medium,
});
export const amount = style({
  color: vars.color.textMuted,
  fontWeight: vars.weight.regular,
  fontVariantNumeric: 'tabular-nums',
});
export const note = style({ fontSize: vars.text.sm, color: vars.color.textMuted });
export const actions = style({
  display: 'flex',
  gap: vars.space[2],
  '@media': { [media.belowDrawer]: { flex: 1, justifyContent: 'flex-end' } },
});

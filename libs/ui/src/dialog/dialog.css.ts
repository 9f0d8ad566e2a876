import { keyframes, style } from '@vanilla-extract/css';
import { media, vars } from '../theme/vars.css.ts';

const fade = keyframes({ from: { opacity: 0 } });
const rise = keyframes({ from: { opacity: 0, transform: 'translateY(8px) scale(0.985)' } });
const slide = keyframes({ from: { transform: 'translateX(-100%)' } });

export const overlay = style({
  position: 'fixed',
  inset: 0,
  zIndex: 50,
  display: 'grid',
  placeItems: 'center',
  padding: vars.space[4],
  background: vars.color.overlay,
  backdropFilter: 'blur(2px)',
  animation: `${fade} ${vars.motion.normal}`,
  '@media': { [media.belowDrawer]: { placeItems: 'end stretch', padding: 0 } },
});
export const panel = style({
  width: '100%',
  maxWidth: '36rem',
  maxHeight: 'min(85dvh, 48rem)',
  display: 'flex',
  background: vars.color.raised,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.xl,
  boxShadow: vars.shadow.lg,
  animation: `${rise} ${vars.motion.normal} ${vars.motion.ease}`,
  '@media': {
    [media.belowDrawer]: {
      maxWidth: 'none',
      borderRadius: `${vars.radius.xl} ${vars.radius.xl} 0 0`,
      borderWidth: '1px 0 0',
    },
  },
});
export const content = style({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  outline: 'none',
});
export const header = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[4],
  padding: `${vars.space[4]} ${vars.space[4]} ${vars.space[4]} ${vars.space[6]}`,
});
export const title = style({ fontSize: '1.0625rem', fontWeight: vars.weight.semibold, letterSpacing: '-0.01em' });
export const body = style({ padding: `0 ${vars.space[6]} ${vars.space[6]}`, overflowY: 'auto', minHeight: 0 });
export const footer = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: vars.space[2],
  padding: `${vars.space[3]} ${vars.space[6]}`,
  borderTop: `1px solid ${vars.color.border}`,
});
export const drawerOverlay = style({
  position: 'fixed',
  inset: 0,
  zIndex: 50,
  background: vars.color.overlay,
  animation: `${fade} ${vars.motion.normal}`,
});
export const drawer = style({
  position: 'absolute',
  insetBlock: 0,
  left: 0,
  width: 'min(18rem, 85vw)',
  background: vars.color.surface,
  borderRight: `1px solid ${vars.color.border}`,
  boxShadow: vars.shadow.lg,
  animation: `${slide} ${vars.motion.normal} ${vars.motion.ease}`,
});
export const drawerContent = style({ height: '100%', outline: 'none' });

import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { media, vars } from '../theme/vars.css.ts';

const fade = keyframes({ from: { opacity: 0 } });
export const rise = keyframes({ from: { opacity: 0, transform: 'translateY(8px) scale(0.985)' } });
const slide = keyframes({ from: { transform: 'translateX(-100%)' } });
const slideBack = keyframes({ from: { transform: 'translateX(3rem)', opacity: 0 } });

export const overlay = style({
  position: 'fixed',
  inset: 0,
  zIndex: 50,
  display: 'grid',
  background: vars.color.overlay,
  animation: `${fade} ${vars.motion.normal}`,
});
export const overlayAt = styleVariants({
  center: [
    overlay,
    {
      placeItems: 'center',
      padding: vars.space[4],
      backdropFilter: 'blur(2px)',
      '@media': { [media.belowDrawer]: { placeItems: 'end stretch', padding: 0 } },
    },
  ],
  // Keeps the page behind the panel readable.
  end: [
    overlay,
    {
      placeItems: 'stretch end',
      background: `color-mix(in srgb, ${vars.color.overlay} 45%, transparent)`,
      '@media': { [media.belowDrawer]: { background: vars.color.overlay } },
    },
  ],
  start: [overlay, { placeItems: 'stretch start' }],
});
export const panel = style({
  width: '100%',
  display: 'flex',
  minHeight: 0,
  background: vars.color.raised,
  boxShadow: vars.shadow.lg,
});
export const panelAt = styleVariants({
  center: [
    panel,
    {
      maxWidth: '36rem',
      maxHeight: 'min(85dvh, 48rem)',
      border: `1px solid ${vars.color.border}`,
      borderRadius: vars.radius.xl,
      animation: `${rise} ${vars.motion.normal} ${vars.motion.ease}`,
      '@media': {
        [media.belowDrawer]: {
          maxWidth: 'none',
          borderRadius: `${vars.radius.xl} ${vars.radius.xl} 0 0`,
          borderWidth: '1px 0 0',
        },
      },
    },
  ],
  end: [
    panel,
    {
      maxWidth: '40rem',
      height: '100dvh',
      borderLeft: `1px solid ${vars.color.border}`,
      animation: `${slideBack} ${vars.motion.normal} ${vars.motion.ease}`,
      '@media': { [media.belowDrawer]: { maxWidth: 'none', borderLeft: 0 } },
    },
  ],
  start: [
    panel,
    {
      maxWidth: 'min(22rem, 92vw)',
      height: '100dvh',
      borderRight: `1px solid ${vars.color.border}`,
      animation: `${slide} ${vars.motion.normal} ${vars.motion.ease}`,
    },
  ],
});
export const tools = style({ display: 'flex', alignItems: 'center', gap: vars.space[1] });
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
export const body = style({
  flex: 1,
  padding: `0 ${vars.space[6]} ${vars.space[6]}`,
  overflowY: 'auto',
  minHeight: 0,
});
export const footer = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: vars.space[2],
  padding: `${vars.space[3]} ${vars.space[6]}`,
  borderTop: `1px solid ${vars.color.border}`,
});
export const drawer = style([panelAt.start, { width: 'min(18rem, 85vw)', background: vars.color.surface }]);

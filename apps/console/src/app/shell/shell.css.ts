import { globalStyle, style } from '@vanilla-extract/css';
import { bareButton, media, oneLine, vars } from '@portico/ui/styles';

/* The layout around signed-in screens: a sidebar, or a top bar with a drawer if the window is narrower than the breakpoint. */
export const frame = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  minHeight: '100dvh',
  '@media': { [media.belowDrawer]: { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'auto 1fr' } },
});
export const main = style({
  minWidth: 0,
  padding: `${vars.space[6]} ${vars.space[8]} ${vars.space[10]}`,
  '@media': { [media.belowDrawer]: { padding: vars.space[4] } },
});
export const column = style({ maxWidth: '84rem', margin: '0 auto' });
/* A screen that fills the window scrolls inside; the page scrolls only if the window is too small for it. */
const filled = `${main}:has([data-fills])`;
globalStyle(filled, {
  height: '100dvh',
  padding: `0 ${vars.space[5]} ${vars.space[2]}`,
  overflowY: 'auto',
  '@media': {
    [media.belowDrawer]: { height: 'calc(100dvh - 3.5rem)', padding: `0 ${vars.space[3]} ${vars.space[2]}` },
  },
});
globalStyle(`${filled} > ${column}`, { maxWidth: 'none', height: '100%' });

export const skip = style({
  position: 'fixed',
  top: vars.space[2],
  left: vars.space[2],
  zIndex: 60,
  padding: `${vars.space[2]} ${vars.space[4]}`,
  borderRadius: vars.radius.md,
  background: vars.color.primary,
  color: vars.color.onPrimary,
  transform: 'translateY(-200%)',
  ':focus': { transform: 'none' },
});

export const sidebar = style({
  position: 'sticky',
  top: 0,
  height: '100dvh',
  width: '15rem',
  background: vars.color.surface,
  borderRight: `1px solid ${vars.color.border}`,
  transition: `width ${vars.motion.normal} ${vars.motion.ease}`,
  selectors: { '&[data-collapsed]': { width: '4.25rem' } },
  '@media': { [media.belowDrawer]: { display: 'none' } },
});
export const panel = style({ display: 'flex', flexDirection: 'column', height: '100%', padding: vars.space[3] });
export const panelHead = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  minHeight: '2.75rem',
  marginBottom: vars.space[4],
  selectors: { '[data-collapsed] &': { flexDirection: 'column', gap: vars.space[3] } },
});
/* Scrolls, so that the user menu stays visible. The padding avoids clipping elements that overlap an item's edge. */
export const places = style({
  flex: 1,
  minHeight: 0,
  margin: `0 calc(-1 * ${vars.space[3]})`,
  padding: `${vars.space[2]} ${vars.space[3]}`,
  overflowY: 'auto',
});
export const panelFoot = style({
  paddingTop: vars.space[3],
  borderTop: `1px solid ${vars.color.border}`,
});

export const findRow = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  marginBottom: vars.space[1],
  selectors: { '[data-collapsed] &': { flexDirection: 'column' } },
});
/* Reserves the place of the bell, which loads later, at the end of the bar on a small screen. */
export const bell = style({
  flexShrink: 0,
  width: vars.control.sm,
  height: vars.control.sm,
  marginInlineStart: 'auto',
  selectors: { '[data-collapsed] &': { marginInline: 'auto' } },
});

export const find = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  width: '100%',
  height: vars.control.sm,
  flexShrink: 1,
  minWidth: 0,
  padding: `0 ${vars.space[3]}`,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.canvas,
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
  cursor: 'pointer',
  selectors: {
    '&:hover': { borderColor: vars.color.borderStrong, color: vars.color.textMuted },
    '[data-collapsed] &': { justifyContent: 'center', padding: 0 },
  },
});
export const findText = style({ flex: 1, textAlign: 'start' });
export const findKeys = style({
  fontFamily: 'inherit',
  fontSize: vars.text.xs,
  '@media': { '(pointer: coarse)': { display: 'none' } },
});

export const menu = style({ display: 'grid', gap: 2 });
export const group = style({ marginTop: vars.space[4] });
export const groupTitle = style({
  padding: `0 ${vars.space[3]} ${vars.space[1]}`,
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
});
export const place = style({ position: 'relative' });
export const item = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  height: '2.375rem',
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.md,
  color: vars.color.textMuted,
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  transition: `background ${vars.motion.fast}, color ${vars.motion.fast}`,
  selectors: {
    '&:hover': { background: vars.color.hover, color: vars.color.text },
    '&[aria-current=page]': { background: vars.color.primarySoft, color: vars.color.primaryText },
    '[data-collapsed] &': { justifyContent: 'center', padding: 0 },
  },
});

export const itemText = style({ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' });

export const user = style({
  ...bareButton,
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  width: '100%',
  padding: vars.space[2],
  borderRadius: vars.radius.md,
  textAlign: 'start',
  selectors: {
    '&:hover, &[aria-expanded=true]': { background: vars.color.hover },
    '[data-collapsed] &': { justifyContent: 'center' },
  },
});
export const avatar = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: '2rem',
  height: '2rem',
  borderRadius: '50%',
  background: vars.color.primarySoft,
  color: vars.color.primaryText,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.semibold,
});
export const userText = style({ flex: 1, minWidth: 0, display: 'grid', lineHeight: 1.35 });
export const greeting = style({ ...oneLine, fontWeight: vars.weight.medium });
export const email = style({ ...oneLine, color: vars.color.textSubtle, fontSize: vars.text.xs });
export const chevron = style({ display: 'inline-flex', color: vars.color.textSubtle });

export const topBar = style({
  position: 'sticky',
  top: 0,
  zIndex: 10,
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  height: '3.5rem',
  padding: `0 ${vars.space[3]}`,
  background: vars.color.surface,
  borderBottom: `1px solid ${vars.color.border}`,
  '@media': { [media.fromDrawer]: { display: 'none' } },
});

import { style } from '@vanilla-extract/css';
import { bareButton, floating, media, oneLine, vars } from '@portico/ui/styles';

const below = style([
  floating,
  {
    position: 'absolute',
    left: 0,
    top: `calc(100% + ${vars.space[1]})`,
    zIndex: 20,
    width: '100%',
    minWidth: '30rem',
    padding: vars.space[1],
    '@media': { [media.belowDrawer]: { minWidth: 0 } },
  },
]);
export const popover = style([below, { maxHeight: '20rem', overflowY: 'auto' }]);
export const option = style({
  ...bareButton,
  display: 'flex',
  alignItems: 'baseline',
  gap: vars.space[3],
  width: '100%',
  padding: `${vars.space[1]} ${vars.space[2]}`,
  borderRadius: vars.radius.sm,
  fontSize: vars.text.sm,
  textAlign: 'start',
  selectors: { '&:hover, &[aria-selected=true]': { background: vars.color.hover } },
  '@media': { [media.belowDrawer]: { padding: vars.space[3] } },
});
export const code = style({
  ...oneLine,
  flexShrink: 0,
  maxWidth: '75%',
  fontFamily: vars.font.mono,
  fontSize: vars.text.xs,
});
export const note = style({
  ...oneLine,
  marginInlineStart: 'auto',
  minWidth: 0,
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
});
/** Covers the input with the same text, of which only the mark of the error is visible. */
export const mirror = style({
  position: 'absolute',
  inset: '1px',
  padding: `0 ${vars.space[8]} 0 2.25rem`,
  lineHeight: `calc(${vars.control.md} - 2px)`,
  color: 'transparent',
  whiteSpace: 'pre',
  overflow: 'hidden',
  pointerEvents: 'none',
});
export const mark = style({
  background: 'none',
  color: 'inherit',
  textDecoration: `underline wavy ${vars.color.danger}`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
});
export const fault = style([
  below,
  {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: vars.space[3],
    padding: `${vars.space[2]} ${vars.space[3]}`,
    fontSize: vars.text.sm,
    selectors: { '&[hidden]': { display: 'none' } },
    '@media': { [media.belowDrawer]: { flexWrap: 'wrap' } },
  },
]);

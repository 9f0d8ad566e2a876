import { style } from '@vanilla-extract/css';
import * as dialog from '../dialog/dialog.css.ts';
import { vars } from '../theme/vars.css.ts';

export const panel = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  maxWidth: '60vw',
  minHeight: 0,
  background: vars.color.raised,
  borderLeft: `1px solid ${vars.color.border}`,
  outline: 'none',
});
export const resizer = style({
  position: 'absolute',
  insetBlock: 0,
  left: '-0.25rem',
  width: '0.5rem',
  zIndex: 1,
  cursor: 'col-resize',
  touchAction: 'none',
  selectors: {
    '&:hover, &:focus-visible': {
      background: `linear-gradient(to right, transparent 37.5%, ${vars.color.primary} 37.5% 62.5%, transparent 62.5%)`,
      outline: 'none',
    },
  },
});
export const header = style([
  dialog.header,
  { gap: vars.space[2], padding: `${vars.space[2]} ${vars.space[2]} ${vars.space[2]} ${vars.space[4]}` },
]);
export const body = style([dialog.body, { padding: `0 ${vars.space[4]} ${vars.space[4]}` }]);
export const footer = style([dialog.footer, { padding: `${vars.space[2]} ${vars.space[4]}` }]);

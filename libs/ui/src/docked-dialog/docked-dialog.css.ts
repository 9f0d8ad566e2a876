import { style } from '@vanilla-extract/css';
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
export const header = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  padding: `${vars.space[2]} ${vars.space[2]} ${vars.space[2]} ${vars.space[4]}`,
});
export const body = style({
  flex: 1,
  minHeight: 0,
  padding: `0 ${vars.space[4]} ${vars.space[4]}`,
  overflowY: 'auto',
});
export const footer = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: vars.space[2],
  padding: `${vars.space[2]} ${vars.space[4]}`,
  borderTop: `1px solid ${vars.color.border}`,
});

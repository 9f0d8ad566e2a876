import { style } from '@vanilla-extract/css';
import { floating } from '../theme/surface.css.ts';
import { vars } from '../theme/vars.css.ts';

export const popover = style([floating, { minWidth: 'max(12rem, var(--trigger-width))', maxWidth: '20rem' }]);
export const menu = style({
  maxHeight: 'min(26rem, 80dvh)',
  padding: vars.space[1],
  overflowY: 'auto',
  outline: 'none',
});
export const group = style({
  selectors: {
    '& + &': { marginTop: vars.space[1], paddingTop: vars.space[1], borderTop: `1px solid ${vars.color.border}` },
  },
});
export const groupTitle = style({
  padding: `${vars.space[2]} ${vars.space[3]} ${vars.space[1]}`,
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
});
export const item = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  minHeight: '2.25rem',
  padding: `${vars.space[1]} ${vars.space[3]}`,
  borderRadius: vars.radius.md,
  color: vars.color.text,
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-focused]': { background: vars.color.hover },
    '&[data-selected]': { color: vars.color.primaryText, fontWeight: vars.weight.medium },
    '&[data-focus-visible]': { boxShadow: `inset 0 0 0 2px ${vars.color.focus}` },
  },
});
export const itemText = style({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

import { style } from '@vanilla-extract/css';
import { floating } from '../theme/surface.css.ts';
import { oneLine, vars } from '../theme/vars.css.ts';

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
export const itemText = style({ ...oneLine, flex: 1, minWidth: 0 });

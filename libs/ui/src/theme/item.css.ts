import { style } from '@vanilla-extract/css';
import { vars } from './vars.css.ts';

/** An item of a menu or an option of a list. */
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
    '&:is([data-focused], [data-hovered])': { background: vars.color.hover },
    '&[data-selected]': { color: vars.color.primaryText, fontWeight: vars.weight.medium },
    '&[data-focus-visible]': { boxShadow: `inset 0 0 0 2px ${vars.color.focus}` },
  },
});

import { style } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

export const box = style({ position: 'relative', display: 'flex', alignItems: 'center', minWidth: 0 });
export const glass = style({
  position: 'absolute',
  left: vars.space[3],
  display: 'flex',
  color: vars.color.textSubtle,
  pointerEvents: 'none',
});
export const input = style({
  width: '100%',
  height: vars.control.md,
  padding: `0 ${vars.space[8]} 0 2.25rem`,
  border: `1px solid ${vars.color.borderStrong}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
  boxShadow: vars.shadow.sm,
  appearance: 'none',
  transition: `border-color ${vars.motion.fast}`,
  '::placeholder': { color: vars.color.textSubtle, opacity: 1 },
  ':hover': { borderColor: vars.color.textSubtle },
  selectors: {
    '&:focus': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '-1px', borderColor: 'transparent' },
    '&::-webkit-search-cancel-button': { display: 'none' },
  },
});
export const clear = style({
  position: 'absolute',
  right: vars.space[1],
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '1.75rem',
  height: '1.75rem',
  border: 0,
  borderRadius: vars.radius.sm,
  background: 'none',
  color: vars.color.textSubtle,
  cursor: 'pointer',
  ':hover': { color: vars.color.text, background: vars.color.hover },
});

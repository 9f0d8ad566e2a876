import { style } from '@vanilla-extract/css';
import { FINGER } from '../field/field.css.ts';
import { floating } from '../theme/surface.css.ts';
import { vars } from '../theme/vars.css.ts';

export const trigger = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  cursor: 'pointer',
});
export const value = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  selectors: { '&[data-placeholder]': { color: vars.color.textSubtle } },
});
export const chevron = style({
  display: 'inline-flex',
  flexShrink: 0,
  color: vars.color.textSubtle,
  transition: `transform ${vars.motion.fast}`,
  selectors: { '[aria-expanded=true] > &': { transform: 'rotate(180deg)' } },
});
/** The dropdown of a field. It is a flex column, so that the list shrinks in a small window. */
export const popover = style([floating, { display: 'flex', flexDirection: 'column' }]);
export const dropdown = style([
  popover,
  { minWidth: 'max(8rem, var(--trigger-width))', maxWidth: 'min(24rem, calc(100vw - 2rem))' },
]);
export const list = style({
  minHeight: 0,
  maxHeight: '15rem',
  padding: vars.space[1],
  overflowY: 'auto',
  outline: 'none',
});
export const option = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  minHeight: '2.25rem',
  padding: `${vars.space[1]} ${vars.space[3]}`,
  borderRadius: vars.radius.md,
  color: vars.color.text,
  cursor: 'pointer',
  outline: 'none',
  '@media': { [FINGER]: { minHeight: '2.75rem' } },
  selectors: {
    '&:is([data-focused], [data-hovered])': { background: vars.color.hover },
    '&[data-selected]': { color: vars.color.primaryText, fontWeight: vars.weight.medium },
    '&[data-focus-visible]': { boxShadow: `inset 0 0 0 2px ${vars.color.focus}` },
    '&[data-disabled]': { color: vars.color.textSubtle, cursor: 'not-allowed' },
  },
});
export const optionText = style({ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' });
export const optionNote = style({
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.regular,
});

import { style } from '@vanilla-extract/css';
import { FINGER } from '../field/field.css.ts';
import { item } from '../theme/item.css.ts';
import { floating } from '../theme/surface.css.ts';
import { oneLine, vars } from '../theme/vars.css.ts';

export const trigger = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  cursor: 'pointer',
});
export const value = style({
  ...oneLine,
  minWidth: 0,
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
export const option = style([
  item,
  {
    '@media': { [FINGER]: { minHeight: '2.75rem' } },
    selectors: { '&[data-disabled]': { color: vars.color.textSubtle, cursor: 'not-allowed' } },
  },
]);
export const optionText = style({ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' });
export const optionNote = style({
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.regular,
});

import { style } from '@vanilla-extract/css';
import { spinner as waitingSpinner } from '../feedback/feedback.css.ts';
import { FINGER } from '../field/field.css.ts';
import * as searchBox from '../search-box/search-box.css.ts';
import { list as selectList, popover as selectPopover } from '../select/select.css.ts';
import { oneLine, vars } from '../theme/vars.css.ts';

export const box = style({ position: 'relative', display: 'flex' });
export const trigger = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  cursor: 'pointer',
});
export const value = style({
  ...oneLine,
  flex: 1,
  minWidth: 0,
  selectors: {
    '&[data-empty]': { color: vars.color.textSubtle },
    // Leaves room for the clear button.
    '&[data-clearable]': { paddingRight: '1.75rem' },
  },
});
export const clear = style([
  searchBox.clear,
  {
    right: '2rem',
    top: '50%',
    translate: '0 -50%',
    padding: 0,
    '@media': { [FINGER]: { width: '2.5rem', height: '2.5rem' } },
  },
]);

/** The dropdown. It has no padding, because the content provides its own. */
export const popover = style([selectPopover, { width: '20rem', maxWidth: 'calc(100vw - 2rem)' }]);
export const panel = style({ display: 'flex', flexDirection: 'column', minHeight: 0, maxHeight: '20rem' });
export const search = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  flexShrink: 0,
  borderBottom: `1px solid ${vars.color.border}`,
});
export const glass = style([searchBox.glass, { left: vars.space[4] }]);
export const input = style({
  width: '100%',
  height: vars.control.lg,
  padding: `0 ${vars.space[4]} 0 2.5rem`,
  border: 0,
  outline: 'none',
  background: 'none',
  '@media': { [FINGER]: { fontSize: '1rem' } },
  '::placeholder': { color: vars.color.textSubtle, opacity: 1 },
});
export const list = style([
  selectList,
  { maxHeight: 'none', flexShrink: 1, selectors: { '&[data-empty]': { display: 'none' } } },
]);
export const addition = style({ color: vars.color.primaryText, fontWeight: vars.weight.medium });
export const status = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space[2],
  minHeight: '4.5rem',
  padding: `${vars.space[3]} ${vars.space[4]}`,
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
  textAlign: 'center',
  selectors: { '&[data-tone=danger]': { color: vars.color.danger, justifyContent: 'space-between' } },
});
export const note = style({
  padding: `${vars.space[2]} ${vars.space[4]}`,
  borderTop: `1px solid ${vars.color.border}`,
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
});
export const spinner = style([
  waitingSpinner,
  { flexShrink: 0, width: '0.875rem', height: '0.875rem', borderWidth: 2 },
]);

import { style } from '@vanilla-extract/css';
import * as combobox from '../combobox/combobox.css.ts';
import * as dialog from '../dialog/dialog.css.ts';
import { FINGER } from '../field/field.css.ts';
import * as options from '../select/select.css.ts';
import { media, oneLine, vars } from '../theme/vars.css.ts';

/** Places the palette high in the window, so that the search stays in place while the list changes its height. */
export const overlay = style([
  dialog.overlay,
  {
    placeItems: 'start center',
    padding: `max(1rem, 12dvh) ${vars.space[4]} ${vars.space[4]}`,
    backdropFilter: 'blur(2px)',
    '@media': { [media.belowDrawer]: { padding: vars.space[3] } },
  },
]);
export const panel = style([
  dialog.panel,
  {
    minWidth: 0,
    maxWidth: '38rem',
    maxHeight: 'min(32rem, 76dvh)',
    border: `1px solid ${vars.color.border}`,
    borderRadius: vars.radius.xl,
    overflow: 'hidden',
    animation: `${dialog.rise} ${vars.motion.normal} ${vars.motion.ease}`,
  },
]);
export const content = dialog.content;
export const search = combobox.search;
export const glass = style([combobox.glass, { left: vars.space[5] }]);
export const input = style([
  combobox.input,
  { height: '3.25rem', padding: `0 ${vars.space[5]} 0 3rem`, fontSize: vars.text.lg },
]);
export const list = style({
  flex: '0 1 auto',
  minHeight: 0,
  padding: vars.space[2],
  overflowY: 'auto',
  outline: 'none',
  selectors: { '&[data-empty]': { display: 'none' } },
});
export const group = style({ selectors: { '& + &': { marginTop: vars.space[2] } } });
export const title = style({
  padding: `${vars.space[1]} ${vars.space[3]}`,
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
});
export const entry = style([options.option, { gap: vars.space[3] }]);
export const text = style([options.optionText, { whiteSpace: 'nowrap' }]);
export const note = style([options.optionNote, { ...oneLine, maxWidth: '50%' }]);
export const keys = style({ display: 'flex', gap: vars.space[1], '@media': { [FINGER]: { display: 'none' } } });
export const key = style({
  minWidth: '1.375rem',
  padding: `1px ${vars.space[1]}`,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.sm,
  background: vars.color.sunken,
  color: vars.color.textMuted,
  fontFamily: 'inherit',
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  textAlign: 'center',
});
export const status = style({
  padding: `${vars.space[6]} ${vars.space[5]}`,
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
  textAlign: 'center',
});

import { globalStyle, style } from '@vanilla-extract/css';
import { footer as dialogFooter, panelAt as dialogPanel, title as dialogTitle } from '../dialog/dialog.css.ts';
import { touchTarget } from '../field/field.css.ts';
import { medallion as baseMedallion } from '../theme/surface.css.ts';
import { media, vars } from '../theme/vars.css.ts';

export const panel = style([
  dialogPanel.center,
  { maxWidth: '28rem', '@media': { [media.belowDrawer]: { maxWidth: 'none' } } },
]);
export const body = style({
  display: 'flex',
  gap: vars.space[4],
  padding: vars.space[6],
  minHeight: 0,
  overflowY: 'auto',
});
export const medallion = style([
  baseMedallion,
  { flexShrink: 0, borderRadius: vars.radius.full, background: vars.color.dangerSoft, color: vars.color.danger },
]);
export const words = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[2],
  flex: 1,
  minWidth: 0,
  paddingTop: vars.space[2],
  color: vars.color.textMuted,
  overflowWrap: 'anywhere',
});
export const title = style([dialogTitle, { color: vars.color.text }]);
export const consequence = style({ color: vars.color.text, fontWeight: vars.weight.medium });
export const actions = style([dialogFooter, {}]);
globalStyle(`${actions} > button`, touchTarget);

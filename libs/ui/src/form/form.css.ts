import { globalStyle, style } from '@vanilla-extract/css';
import { body as dialogBody } from '../dialog/dialog.css.ts';
import { touchTarget } from '../field/field.css.ts';
import { media, vars } from '../theme/vars.css.ts';

export const form = style({ display: 'flex', flexDirection: 'column', gap: vars.space[5] });
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(10rem, 100%), 1fr))',
  alignItems: 'start',
  gap: `${vars.space[5]} ${vars.space[4]}`,
});
export const actions = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: vars.space[2],
  marginTop: vars.space[1],
  '@media': { [media.belowDrawer]: { flexWrap: 'wrap-reverse' } },
  selectors: {
    // In a dialog the buttons stay visible while a long form scrolls.
    [`${dialogBody} &`]: {
      position: 'sticky',
      bottom: `calc(-1 * ${vars.space[6]})`,
      zIndex: 1,
      margin: `0 calc(-1 * ${vars.space[6]}) calc(-1 * ${vars.space[6]})`,
      padding: `${vars.space[3]} ${vars.space[6]}`,
      borderTop: `1px solid ${vars.color.border}`,
      // The corners fit inside the rounded border of the dialog.
      borderRadius: `0 0 calc(${vars.radius.xl} - 1px) calc(${vars.radius.xl} - 1px)`,
      background: vars.color.raised,
    },
  },
});
globalStyle(`${actions} > button`, touchTarget);
export const notice = style({ borderRadius: vars.radius.md, outline: 'none' });

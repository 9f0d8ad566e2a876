import { style } from '@vanilla-extract/css';
import { chevron as chooserChevron, chooser, chosen } from '../theme/surface.css.ts';
import { media, vars } from '../theme/vars.css.ts';

export const trigger = style([
  chooser,
  {
    '@media': {
      [media.belowDrawer]: {
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        alignContent: 'center',
        lineHeight: 1.35,
        gap: `0 ${vars.space[2]}`,
        width: '100%',
        padding: `0 ${vars.space[2]}`,
        height: '3.25rem',
        textAlign: 'start',
      },
    },
  },
]);
export const name = style({
  color: vars.color.textSubtle,
  paddingRight: vars.space[2],
  borderRight: `1px solid ${vars.color.border}`,
  selectors: { '[data-marked] > &': { color: 'inherit', borderColor: 'currentColor' } },
  '@media': { [media.belowDrawer]: { gridArea: '1 / 1', border: 0, fontSize: vars.text.xs } },
});
export const value = style([
  chosen,
  {
    '@media': { [media.belowDrawer]: { gridArea: '2 / 1 / 3 / 3', fontSize: vars.text.sm } },
    selectors: { '&[data-empty]': { color: vars.color.textSubtle, fontWeight: vars.weight.regular } },
  },
]);
export const chevron = style([chooserChevron, { '@media': { [media.belowDrawer]: { gridArea: '1 / 2' } } }]);

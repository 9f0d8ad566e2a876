import { style } from '@vanilla-extract/css';
import { media, vars } from './vars.css.ts';

/** Ghost buttons in a row, whose text aligns with the column's text. */
export const rowActions = style({
  display: 'inline-flex',
  alignItems: 'center',
  '@media': { [media.belowDrawer]: { flexWrap: 'wrap' } },
  margin: `0 calc(-1 * ${vars.space[3]})`,
});

import { style } from '@vanilla-extract/css';
import { media, vars } from './vars.css.ts';

/** A group of ghost buttons in a table row. Its text aligns with the column's text. */
export const rowActions = style({
  display: 'inline-flex',
  alignItems: 'center',
  '@media': { [media.belowDrawer]: { flexWrap: 'wrap' } },
  margin: `0 calc(-1 * ${vars.space[3]})`,
});

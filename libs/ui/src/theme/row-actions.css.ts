import { style } from '@vanilla-extract/css';
import { media, vars } from './vars.css.ts';

/** Ghost buttons of a row: their words begin and end where those of their column do. */
export const rowActions = style({
  display: 'inline-flex',
  alignItems: 'center',
  '@media': { [media.belowDrawer]: { flexWrap: 'wrap' } },
  margin: `0 calc(-1 * ${vars.space[3]})`,
});

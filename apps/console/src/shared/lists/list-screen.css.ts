import { style } from '@vanilla-extract/css';
import { media } from '@portico/ui/styles';

export const search = style({
  flex: '1 1 12rem',
  maxWidth: '24rem',
  '@media': { [media.belowDrawer]: { maxWidth: 'none' } },
});

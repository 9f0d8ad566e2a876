import { style } from '@vanilla-extract/css';
import { media } from '@portico/ui/styles';

/** On narrow screens the picture says enough; the link keeps its name. */
export const word = style({
  '@media': {
    [media.belowDrawer]: { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
});

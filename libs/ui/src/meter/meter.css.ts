import { style } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

export const track = style({
  position: 'relative',
  height: '0.5rem',
  borderRadius: vars.radius.full,
  background: vars.color.border,
  overflow: 'hidden',
});
export const fill = style({
  height: '100%',
  borderRadius: vars.radius.full,
  background: vars.color.primary,
  transition: `width ${vars.motion.normal} ${vars.motion.ease}`,
  selectors: {
    '&[data-level=high]': { background: vars.color.warning },
    '&[data-level=over]': { background: vars.color.danger },
  },
  // The forced-colours mode removes custom colours.
  '@media': { '(forced-colors: active)': { background: 'CanvasText' } },
});

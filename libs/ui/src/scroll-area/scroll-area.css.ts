import { style } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

export const area = style({
  minHeight: 0,
  overflow: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  // Reserves space for the scrollbar, so that the content does not move when it appears.
  scrollbarGutter: 'stable',
  scrollbarColor: 'transparent transparent',
  transition: `scrollbar-color ${vars.motion.normal}`,
  borderRadius: vars.radius.sm,
  selectors: {
    '&[data-active]': { scrollbarColor: `${vars.color.borderStrong} transparent` },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
});

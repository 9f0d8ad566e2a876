import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

/** The banner is above every screen, including a screen that fills the window, and below dialogs. */
export const banner = style({
  position: 'fixed',
  bottom: vars.space[4],
  left: '50%',
  zIndex: 40,
  width: 'min(36rem, calc(100vw - 2rem))',
  transform: 'translateX(-50%)',
  borderRadius: vars.radius.md,
  background: vars.color.surface,
});

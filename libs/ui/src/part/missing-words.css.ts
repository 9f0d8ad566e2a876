import { style } from '@vanilla-extract/css';
import { floating } from '../theme/surface.css.ts';
import { vars } from '../theme/vars.css.ts';

/** A notice above all other elements including dialogs, because the missing part may be a dialog. */
export const notice = style([
  floating,
  {
    position: 'fixed',
    insetInline: vars.space[4],
    bottom: vars.space[4],
    maxWidth: '32rem',
    marginInline: 'auto',
    zIndex: 1000,
  },
]);

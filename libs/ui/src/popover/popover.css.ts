import { style } from '@vanilla-extract/css';
import { floating } from '../theme/surface.css.ts';
import { vars } from '../theme/vars.css.ts';

export const popover = style([
  floating,
  {
    display: 'flex',
    width: 'max-content',
    minWidth: '14rem',
    maxWidth: 'min(26rem, calc(100vw - 1.5rem))',
  },
]);
export const content = style({ flex: 1, minWidth: 0, overflowY: 'auto', outline: 'none' });
export const loading = style({
  display: 'grid',
  alignContent: 'center',
  gap: vars.space[4],
  minHeight: '8rem',
  padding: vars.space[4],
});

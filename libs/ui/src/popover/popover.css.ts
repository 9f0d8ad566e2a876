import { keyframes, style } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(-4px)' } });

export const popover = style({
  display: 'flex',
  width: 'max-content',
  minWidth: '14rem',
  maxWidth: 'min(26rem, calc(100vw - 1.5rem))',
  background: vars.color.raised,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.lg,
  boxShadow: vars.shadow.lg,
  animation: `${appear} ${vars.motion.fast} ${vars.motion.ease}`,
});
export const content = style({ flex: 1, minWidth: 0, overflowY: 'auto', outline: 'none' });

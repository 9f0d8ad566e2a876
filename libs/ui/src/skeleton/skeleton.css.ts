import { keyframes, style } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

const sweep = keyframes({ from: { backgroundPosition: '150% 0' }, to: { backgroundPosition: '-50% 0' } });

export const bone = style({
  display: 'block',
  height: '0.75rem',
  borderRadius: vars.radius.sm,
  background: `linear-gradient(90deg, ${vars.color.sunken} 30%, ${vars.color.border} 50%, ${vars.color.sunken} 70%)`,
  backgroundSize: '200% 100%',
  animation: `${sweep} 1.6s linear infinite`,
});

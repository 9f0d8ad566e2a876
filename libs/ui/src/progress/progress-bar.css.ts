import { style } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

const fill = { borderRadius: vars.radius.full, background: vars.color.primary };

export const bar = style({
  display: 'block',
  width: '100%',
  height: '0.5rem',
  appearance: 'none',
  border: 0,
  borderRadius: vars.radius.full,
  background: vars.color.sunken,
  boxShadow: `inset 0 0 0 1px ${vars.color.border}`,
  overflow: 'hidden',
  selectors: {
    '&::-webkit-progress-bar': { background: 'transparent' },
    '&::-webkit-progress-value': { ...fill, transition: `width ${vars.motion.normal}` },
    '&::-moz-progress-bar': fill,
  },
});

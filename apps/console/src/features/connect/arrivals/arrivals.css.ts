import { keyframes, style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

const pulse = keyframes({ '50%': { opacity: 0.25 } });

export const status = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  fontWeight: vars.weight.semibold,
});
export const dot = style({
  flexShrink: 0,
  width: '0.625rem',
  height: '0.625rem',
  borderRadius: vars.radius.full,
  background: vars.color.primary,
  animation: `${pulse} 1.6s ease-in-out infinite`,
  '@media': { [media.stillness]: { animation: 'none' } },
});

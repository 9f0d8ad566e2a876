import { keyframes, style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const pill = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  height: '1.75rem',
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.full,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  background: vars.color.sunken,
  color: vars.color.textMuted,
  selectors: {
    '&[data-state=live]': { background: vars.color.primarySoft, color: vars.color.primaryText },
    '&[data-state=reconnecting]': { background: vars.color.warningSoft, color: vars.color.warning },
  },
});

const spread = keyframes({
  from: { transform: 'scale(1)', opacity: 0.5 },
  '70%, to': { transform: 'scale(2.6)', opacity: 0 },
});

export const dot = style({
  position: 'relative',
  width: '0.5rem',
  height: '0.5rem',
  borderRadius: '50%',
  background: 'currentColor',
  selectors: {
    '[data-state=live] > &::after': {
      content: '',
      position: 'absolute',
      inset: 0,
      borderRadius: '50%',
      background: 'currentColor',
      animation: `${spread} 2.4s ${vars.motion.ease} infinite`,
    },
  },
  '@media': { [media.stillness]: { selectors: { '[data-state=live] > &::after': { animation: 'none', opacity: 0 } } } },
});

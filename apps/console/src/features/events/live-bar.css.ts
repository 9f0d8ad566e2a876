import { keyframes, style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

/** Stays with the heading; what is beside it goes to the other end. */
export const bar = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: vars.space[2],
  marginInlineEnd: 'auto',
});

export const pill = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  height: '1.75rem',
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.full,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  background: vars.color.sunken,
  color: vars.color.textMuted,
  selectors: {
    '&[data-look=live]': { background: vars.color.primarySoft, color: vars.color.primaryText },
    '&[data-look=late]': { background: vars.color.warningSoft, color: vars.color.warning },
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
    '[data-look=paused] > &': { borderRadius: '1px' },
    '[data-look=live] > &::after': {
      content: '',
      position: 'absolute',
      inset: 0,
      borderRadius: '50%',
      background: 'currentColor',
      animation: `${spread} 2.4s ${vars.motion.ease} infinite`,
    },
  },
  '@media': { [media.stillness]: { selectors: { '[data-look=live] > &::after': { animation: 'none', opacity: 0 } } } },
});

const text = { fontSize: vars.text.sm, fontVariantNumeric: 'tabular-nums' } as const;
export const news = style({
  ...text,
  fontWeight: vars.weight.medium,
  selectors: { '&[data-failed=true]': { color: vars.color.danger } },
});
export const note = style({ ...text, color: vars.color.textSubtle });
export const warning = style({ ...text, color: vars.color.warning });

import { keyframes, style } from '@vanilla-extract/css';
import { bareButton, media, oneLine, vars } from '@portico/ui/styles';

export const bar = style({
  display: 'flex',
  alignItems: 'center',
  // The bar is one line and cuts long text, so that its text does not move the list. On a phone, the bar wraps.
  flex: '1 1 9.5rem',
  gap: vars.space[2],
  minWidth: 0,
  '@media': { [media.belowDrawer]: { flexWrap: 'wrap', gap: `0 ${vars.space[1]}` } },
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
  '@media': { [media.belowDrawer]: { gap: vars.space[1], padding: `0 ${vars.space[2]}` } },
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

const text = { ...oneLine, minWidth: 0, fontSize: vars.text.sm, fontVariantNumeric: 'tabular-nums' } as const;
export const news = style({
  ...bareButton,
  display: 'inline-flex',
  alignItems: 'center',
  flex: 'none',
  gap: vars.space[1],
  height: '1.75rem',
  padding: `0 ${vars.space[3]} 0 ${vars.space[2]}`,
  borderRadius: vars.radius.full,
  background: vars.color.primarySoft,
  color: vars.color.primaryText,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
  fontVariantNumeric: 'tabular-nums',
  selectors: {
    '&:hover': { textDecoration: 'underline' },
    '&[data-failed=true]': { background: vars.color.dangerSoft, color: vars.color.danger },
  },
});
export const note = style({
  ...text,
  color: vars.color.textSubtle,
  // On a phone, the number of new rows hides this text.
  '@media': { [media.belowDrawer]: { selectors: { [`${news} + &`]: { display: 'none' } } } },
});
export const warning = style({ ...text, color: vars.color.warning });

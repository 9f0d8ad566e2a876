import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const screen = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[5] });
export const header = style({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: vars.space[3] });
export const heading = style({
  fontSize: vars.text.xxl,
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.02em',
  lineHeight: 1.2,
});
export const toolbar = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[3],
  '@media': { [media.belowDrawer]: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: vars.space[2] } },
});
export const search = style({
  flex: '1 1 12rem',
  maxWidth: '24rem',
  '@media': { [media.belowDrawer]: { gridColumn: '1 / -1', maxWidth: 'none' } },
});
export const eventName = style({ fontFamily: vars.font.mono, fontSize: vars.text.sm });
export const severity = style({
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  letterSpacing: '0.03em',
  color: vars.color.textSubtle,
  selectors: {
    '&[data-severity=WARN]': { color: vars.color.warning },
    '&[data-severity=ERROR], &[data-severity=FATAL]': { color: vars.color.danger },
  },
});

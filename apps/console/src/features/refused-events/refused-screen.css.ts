import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const screen = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[5] });
export const header = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  justifyContent: 'space-between',
  gap: vars.space[3],
});
export const heading = style({
  fontSize: vars.text.xxl,
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.02em',
  lineHeight: 1.2,
});
export const lead = style({ marginTop: vars.space[1], color: vars.color.textMuted });
export const toolbar = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[3] });
export const reason = style({ display: 'grid', gap: '0.125rem', minWidth: 0 });
export const code = style({ fontWeight: vars.weight.medium });
export const why = style({
  color: vars.color.textMuted,
  fontSize: vars.text.sm,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  maxWidth: '26rem',
  '@media': { [media.belowDrawer]: { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
});
export const pointer = style({
  fontFamily: vars.font.mono,
  fontSize: vars.text.sm,
  overflowWrap: 'anywhere',
  color: vars.color.textMuted,
});

import { style } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

export const screen = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[5],
  selectors: {
    '&[data-fills]': { display: 'flex', flexDirection: 'column', gap: vars.space[2], height: '100%', minHeight: 0 },
  },
});
export const header = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
});
export const heading = style({
  fontSize: vars.text.xxl,
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.02em',
  lineHeight: 1.2,
  selectors: { '[data-fills] > * > * > &': { fontSize: vars.text.xl } },
});
export const lead = style({
  marginTop: vars.space[1],
  maxWidth: '40rem',
  color: vars.color.textMuted,
  textWrap: 'pretty',
});

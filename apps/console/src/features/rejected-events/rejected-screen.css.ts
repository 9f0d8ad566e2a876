import { style } from '@vanilla-extract/css';
import { media, oneLine, vars } from '@portico/ui/styles';

export const toolbar = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  '@media': { [media.belowDrawer]: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' } },
});
export const search = style({
  flex: '1 1 14rem',
  maxWidth: '27rem',
  '@media': { [media.belowDrawer]: { gridColumn: '1 / -1', maxWidth: 'none' } },
});
export const reason = style({ display: 'grid', gap: '0.125rem', minWidth: 0 });
export const code = style({ fontWeight: vars.weight.medium });
export const why = style({
  ...oneLine,
  color: vars.color.textMuted,
  fontSize: vars.text.sm,
  maxWidth: '26rem',
  '@media': { [media.belowDrawer]: { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
});
export const pointer = style({
  fontFamily: vars.font.mono,
  fontSize: vars.text.sm,
  overflowWrap: 'anywhere',
  color: vars.color.textMuted,
});

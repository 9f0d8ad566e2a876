import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const toolbar = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: vars.space[3],
});
export const search = style({
  flex: '1 1 12rem',
  maxWidth: '24rem',
  '@media': { [media.belowDrawer]: { maxWidth: 'none' } },
});
export const tools = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[3] });

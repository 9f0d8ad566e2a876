import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const bar = style({
  display: 'flex',
  gap: vars.space[4],
  alignItems: 'center',
  justifyContent: 'space-between',
  maxWidth: '72rem',
  height: '4.5rem',
  margin: '0 auto',
  padding: `0 ${vars.space[6]}`,
  '@media': { [media.belowDrawer]: { padding: `0 ${vars.space[3]}` } },
});

import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: `${vars.space[1]} ${vars.space[4]}`,
  '@media': { [media.belowDrawer]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const name = style({ color: vars.color.textMuted });
export const value = style({
  overflowWrap: 'anywhere',
  '@media': { [media.belowDrawer]: { marginBottom: vars.space[2] } },
});

import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const landing = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[4] });
export const card = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[4],
  padding: vars.space[6],
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.lg,
  background: vars.color.surface,
  textAlign: 'start',
  // Adds space between the block and the screen below, except inside `landing`.
  selectors: { [`:not(${landing}) > &`]: { marginBottom: vars.space[6] } },
  '@media': { [media.belowDrawer]: { padding: vars.space[4] } },
});
export const heading = style({ margin: 0, fontSize: vars.text.lg, fontWeight: vars.weight.semibold });
export const text = style({ margin: 0, color: vars.color.textMuted });
export const list = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
});
export const name = style({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' });

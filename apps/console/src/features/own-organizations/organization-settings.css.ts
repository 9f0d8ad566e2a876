import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const text = style({ color: vars.color.textMuted });
export const list = style({
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
});
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[3],
  padding: `${vars.space[2]} ${vars.space[3]}`,
  selectors: { '& + &': { borderTop: `1px solid ${vars.color.border}` } },
});
export const name = style({ flex: '1 1 10rem', minWidth: 0, overflowWrap: 'anywhere' });
export const pending = style({
  padding: `0.125rem ${vars.space[2]}`,
  borderRadius: vars.radius.full,
  background: vars.color.warningSoft,
  color: vars.color.warning,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  whiteSpace: 'nowrap',
});
export const join = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: vars.space[3],
  '@media': { [media.belowDrawer]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
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
export const heading = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold });

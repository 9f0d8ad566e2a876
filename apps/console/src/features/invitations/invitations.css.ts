import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const content = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[5] });
export const text = style({ color: vars.color.textMuted });
export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 9rem auto',
  alignItems: 'start',
  gap: vars.space[3],
  '@media': { [media.belowDrawer]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const list = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
});
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${vars.space[1]} ${vars.space[3]}`,
  padding: `${vars.space[2]} ${vars.space[3]}`,
  selectors: { '& + &': { borderTop: `1px solid ${vars.color.border}` } },
});
export const who = style({ flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere' });
export const note = style({ color: vars.color.textMuted, fontSize: vars.text.sm });
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[1] });

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const content = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[5] });
export const part = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[2] });
export const heading = style({ margin: 0, fontSize: vars.text.md, fontWeight: vars.weight.semibold });
export const text = style({ margin: 0, color: vars.color.textMuted });
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
export const who = style({ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' });
export const note = style({ color: vars.color.textMuted, fontSize: vars.text.sm });
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[1] });

import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const note = style({ color: vars.color.textMuted });
export const code = style({ fontFamily: vars.font.mono, fontSize: vars.text.sm, overflowWrap: 'anywhere' });
export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(7rem, auto) 1fr',
  gap: `${vars.space[2]} ${vars.space[4]}`,
  '@media': { [media.belowDrawer]: { gridTemplateColumns: '1fr', gap: vars.space[1] } },
});
export const name = style({ color: vars.color.textSubtle });
export const value = style({ minWidth: 0, fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });
export const source = style({
  margin: 0,
  padding: vars.space[4],
  borderRadius: vars.radius.md,
  border: `1px solid ${vars.color.border}`,
  background: vars.color.sunken,
  fontFamily: vars.font.mono,
  fontSize: vars.text.sm,
  lineHeight: 1.6,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});

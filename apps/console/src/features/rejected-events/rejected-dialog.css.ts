import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const pointer = style({
  display: 'block',
  marginTop: vars.space[1],
  fontFamily: vars.font.mono,
  fontSize: vars.text.sm,
  overflowWrap: 'anywhere',
});
export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(7rem, auto) 1fr',
  gap: `${vars.space[2]} ${vars.space[4]}`,
  alignItems: 'baseline',
  '@media': { [media.belowDrawer]: { gridTemplateColumns: '1fr', gap: vars.space[1] } },
});
export const name = style({ color: vars.color.textSubtle, overflowWrap: 'anywhere' });
export const value = style({ minWidth: 0, fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });
export const code = style({ fontFamily: vars.font.mono, fontSize: vars.text.sm, fontWeight: vars.weight.regular });
export const source = style({
  maxHeight: '22rem',
  padding: vars.space[4],
  overflow: 'auto',
  borderRadius: vars.radius.md,
  border: `1px solid ${vars.color.border}`,
  background: vars.color.sunken,
  fontFamily: vars.font.mono,
  fontSize: vars.text.sm,
  lineHeight: 1.6,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const fault = style({
  padding: '0.0625rem 0.125rem',
  borderRadius: vars.radius.sm,
  color: vars.color.danger,
  background: vars.color.dangerSoft,
  fontWeight: vars.weight.semibold,
  textDecoration: 'underline wavy',
  textUnderlineOffset: '0.2em',
});
export const note = style({ color: vars.color.textMuted });

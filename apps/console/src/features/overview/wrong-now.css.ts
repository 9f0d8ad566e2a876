import { style } from '@vanilla-extract/css';
import { surface, vars } from '@portico/ui/styles';

export const panel = style([surface, { padding: `${vars.space[4]} ${vars.space[5]}` }]);
export const item = style({ borderTop: `1px solid ${vars.color.border}`, ':first-child': { borderTop: 0 } });
export const link = style({
  display: 'flex',
  gap: vars.space[3],
  margin: `0 calc(-1 * ${vars.space[2]})`,
  padding: `${vars.space[3]} ${vars.space[2]}`,
  borderRadius: vars.radius.md,
  color: vars.color.text,
  textDecoration: 'none',
  selectors: { 'a&:hover': { background: vars.color.hover } },
  ':focus-visible': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '-2px' },
});
export const picture = style({
  flex: 'none',
  color: vars.color.danger,
  selectors: { '&[data-calm]': { color: vars.color.textMuted } },
});
export const words = style({ display: 'grid', gap: '0.125rem', minWidth: 0 });
export const title = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });
export const since = style({ color: vars.color.textMuted, fontSize: vars.text.sm, overflowWrap: 'anywhere' });
export const nothing = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  marginTop: vars.space[2],
  color: vars.color.textMuted,
});
export const recently = style({
  marginTop: vars.space[3],
  color: vars.color.textMuted,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
});

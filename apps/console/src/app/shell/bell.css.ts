import { style } from '@vanilla-extract/css';
import { bareButton, vars } from '@portico/ui/styles';

export const button = style({
  ...bareButton,
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: vars.control.sm,
  height: vars.control.sm,
  borderRadius: vars.radius.md,
  color: vars.color.textMuted,
  selectors: { '&:hover, &[aria-expanded=true]': { background: vars.color.hover, color: vars.color.text } },
});
export const count = style({
  position: 'absolute',
  insetBlockStart: '-0.25rem',
  insetInlineEnd: '-0.25rem',
  minWidth: '1.125rem',
  padding: '0 0.25rem',
  borderRadius: vars.radius.full,
  background: vars.color.primary,
  color: vars.color.onPrimary,
  fontSize: '0.6875rem',
  fontWeight: vars.weight.semibold,
  lineHeight: '1.125rem',
  textAlign: 'center',
});
export const panel = style({ width: 'min(24rem, calc(100vw - 2rem))' });
export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  padding: `${vars.space[3]} ${vars.space[4]}`,
  borderBottom: `1px solid ${vars.color.border}`,
});
export const title = style({ fontSize: vars.text.md, fontWeight: vars.weight.semibold });
export const summary = style({
  display: 'block',
  padding: `${vars.space[3]} ${vars.space[4]}`,
  borderBottom: `1px solid ${vars.color.border}`,
  color: vars.color.danger,
  fontWeight: vars.weight.medium,
  overflowWrap: 'anywhere',
  textDecoration: 'none',
  selectors: { '&:hover': { textDecoration: 'underline' } },
});
export const list = style({ maxHeight: 'min(28rem, 60dvh)', overflowY: 'auto' });
export const nothing = style({ padding: vars.space[5], color: vars.color.textMuted, textAlign: 'center' });
export const foot = style({
  display: 'flex',
  justifyContent: 'space-between',
  padding: `${vars.space[3]} ${vars.space[4]}`,
  borderTop: `1px solid ${vars.color.border}`,
});

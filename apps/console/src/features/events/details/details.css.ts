import { style } from '@vanilla-extract/css';
import { iconButton as baseIconButton, vars } from '@portico/ui/styles';

export const head = style({ display: 'grid', gap: vars.space[3], paddingBottom: vars.space[4] });
export const subject = style({
  fontFamily: vars.font.mono,
  fontSize: vars.text.lg,
  fontWeight: vars.weight.semibold,
  overflowWrap: 'anywhere',
});
export const plainSubject = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold });
export const meaning = style({ margin: `${vars.space[3]} 0 ${vars.space[4]}`, color: vars.color.textMuted });

export const fields = style({
  display: 'grid',
  padding: `${vars.space[1]} 0`,
  borderTop: `1px solid ${vars.color.border}`,
});
export const field = style({
  display: 'grid',
  // Next to the list, a trace id and its buttons fit on one line.
  gridTemplateColumns: '6rem minmax(0, 1fr)',
  alignItems: 'center',
  minHeight: '2.125rem',
});
export const name = style({ color: vars.color.textSubtle, fontSize: vars.text.sm });
export const value = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: `0 ${vars.space[2]}`,
  minWidth: 0,
  fontWeight: vars.weight.medium,
});
/** A long value wraps, and its buttons stay next to the value. */
export const valueWithActions = style([value, { flexWrap: 'nowrap' }]);
export const text = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const code = style({ fontFamily: vars.font.mono, fontSize: vars.text.xs, fontWeight: vars.weight.regular });
export const time = style({
  fontSize: vars.text.sm,
  fontWeight: vars.weight.regular,
  fontVariantNumeric: 'tabular-nums',
});
export const delay = style({
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.regular,
  fontVariantNumeric: 'tabular-nums',
});
export const actions = style({
  display: 'inline-flex',
  opacity: 0,
  transition: `opacity ${vars.motion.fast}`,
  selectors: { [`${field}:hover &, &:focus-within`]: { opacity: 1 } },
  '@media': { '(hover: none)': { opacity: 1 } },
});
export const iconButton = style({
  ...baseIconButton,
  width: '1.625rem',
  height: '1.625rem',
  ':hover': { background: vars.color.sunken, color: vars.color.text },
});
export const caption = style({
  margin: `${vars.space[4]} 0 ${vars.space[2]}`,
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
});
export const message = style({
  maxHeight: '12rem',
  padding: vars.space[3],
  overflow: 'auto',
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.sunken,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const chips = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] });
const button = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  maxWidth: '100%',
  minHeight: '1.75rem',
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.full,
  fontSize: vars.text.xs,
  cursor: 'pointer',
} as const;
export const chip = style({
  ...button,
  border: `1px solid ${vars.color.border}`,
  background: vars.color.surface,
  color: vars.color.textMuted,
  ':hover': { borderColor: vars.color.borderStrong, color: vars.color.text },
});
export const name = style({ color: vars.color.textSubtle });
export const text = style({
  maxWidth: '22rem',
  color: vars.color.text,
  fontWeight: vars.weight.medium,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const clear = style({
  ...button,
  border: 0,
  background: 'none',
  color: vars.color.primaryText,
  fontWeight: vars.weight.medium,
  ':hover': { background: vars.color.hover },
});

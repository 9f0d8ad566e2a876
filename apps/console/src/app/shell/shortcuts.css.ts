import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const list = style({ display: 'grid' });
export const shortcut = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[4],
  minHeight: '2.75rem',
  borderTop: `1px solid ${vars.color.border}`,
  selectors: { '&:first-child': { borderTop: 0 } },
});
export const heading = style({
  marginTop: vars.space[5],
  paddingBottom: vars.space[1],
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
});
export const keys = style({ display: 'flex', gap: vars.space[1] });
export const key = style({
  minWidth: '1.75rem',
  padding: `${vars.space[1]} ${vars.space[2]}`,
  border: `1px solid ${vars.color.border}`,
  borderBottomWidth: 2,
  borderRadius: vars.radius.sm,
  background: vars.color.sunken,
  color: vars.color.textMuted,
  fontFamily: 'inherit',
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
  lineHeight: 1.2,
  textAlign: 'center',
});

import { style } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

export const group = style({
  display: 'inline-flex',
  gap: 2,
  margin: 0,
  padding: 2,
  minWidth: 0,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.sunken,
});
export const segment = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space[2],
  flex: 1,
  minHeight: '1.75rem',
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.sm,
  color: vars.color.textMuted,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  position: 'relative',
  selectors: {
    '&:hover': { color: vars.color.text },
    '&:has(:checked)': { background: vars.color.surface, color: vars.color.text, boxShadow: vars.shadow.sm },
    '&:has(:focus-visible)': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '1px' },
  },
});

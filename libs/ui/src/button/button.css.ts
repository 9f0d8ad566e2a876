import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

export const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space[2],
  border: '1px solid transparent',
  borderRadius: vars.radius.md,
  fontWeight: vars.weight.medium,
  lineHeight: 1,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  userSelect: 'none',
  transition: `background ${vars.motion.fast}, border-color ${vars.motion.fast}, color ${vars.motion.fast}`,
  selectors: { '&:disabled': { cursor: 'not-allowed', opacity: 0.55 } },
});

export const variant = styleVariants({
  primary: {
    background: vars.color.primary,
    color: vars.color.onPrimary,
    boxShadow: vars.shadow.sm,
    selectors: { '&:hover:not(:disabled)': { background: vars.color.primaryHover } },
  },
  secondary: {
    background: vars.color.surface,
    borderColor: vars.color.border,
    color: vars.color.text,
    boxShadow: vars.shadow.sm,
    selectors: { '&:hover:not(:disabled)': { background: vars.color.hover, borderColor: vars.color.borderStrong } },
  },
  ghost: {
    background: 'transparent',
    color: vars.color.textMuted,
    selectors: { '&:hover:not(:disabled)': { background: vars.color.hover, color: vars.color.text } },
  },
  danger: {
    background: vars.color.danger,
    color: vars.color.surface,
    boxShadow: vars.shadow.sm,
    ':hover': { background: `color-mix(in srgb, ${vars.color.danger} 86%, ${vars.color.text})` },
  },
});

export const size = styleVariants({
  default: { minHeight: vars.control.md, padding: `0 ${vars.space[4]}` },
  sm: { minHeight: vars.control.sm, padding: `0 ${vars.space[3]}`, fontSize: vars.text.sm },
  lg: { minHeight: vars.control.lg, padding: `0 ${vars.space[6]}`, fontSize: vars.text.lg },
  icon: { width: vars.control.md, minHeight: vars.control.md, padding: 0 },
});

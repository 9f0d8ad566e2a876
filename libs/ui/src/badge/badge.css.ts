import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[1],
  padding: `0 ${vars.space[2]}`,
  borderRadius: vars.radius.full,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  lineHeight: '1.375rem',
  whiteSpace: 'nowrap',
});

export const look = styleVariants({
  neutral: [base, { background: vars.color.sunken, color: vars.color.textMuted }],
  success: [base, { background: vars.color.successSoft, color: vars.color.success }],
  warning: [base, { background: vars.color.warningSoft, color: vars.color.warning }],
  danger: [base, { background: vars.color.dangerSoft, color: vars.color.danger }],
});

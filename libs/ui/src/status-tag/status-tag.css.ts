import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

const tag = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[1],
  height: '1.5rem',
  padding: `0 ${vars.space[2]}`,
  borderRadius: vars.radius.full,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  whiteSpace: 'nowrap',
});

export const look = styleVariants({
  failure: [tag, { background: vars.color.dangerSoft, color: vars.color.danger }],
  success: [tag, { background: vars.color.successSoft, color: vars.color.success }],
  plain: [tag, { background: vars.color.sunken, color: vars.color.textMuted }],
});

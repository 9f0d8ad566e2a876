import { style } from '@vanilla-extract/css';
import { bareButton } from '../theme/surface.css.ts';
import { vars } from '../theme/vars.css.ts';

export const strip = style({
  display: 'flex',
  gap: vars.space[6],
  borderBottom: `1px solid ${vars.color.border}`,
  overflowX: 'auto',
});
export const tab = style({
  ...bareButton,
  display: 'inline-flex',
  alignItems: 'center',
  height: '2.75rem',
  marginBottom: -1,
  borderBottom: '2px solid transparent',
  color: vars.color.textMuted,
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  transition: `color ${vars.motion.fast}, border-color ${vars.motion.fast}`,
  selectors: {
    '&:hover': { color: vars.color.text },
    '&[aria-selected=true]': { color: vars.color.primaryText, borderColor: vars.color.primary },
    '&:focus-visible': { outlineOffset: '-2px', borderRadius: vars.radius.sm },
  },
});

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const usertype = style({
  display: 'inline-flex',
  alignItems: 'center',
  height: '1.5rem',
  padding: `0 ${vars.space[2]}`,
  borderRadius: vars.radius.sm,
  background: vars.color.sunken,
  color: vars.color.textMuted,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  letterSpacing: '0.03em',
  selectors: {
    '&[data-usertype$=ADMIN]': { background: vars.color.primarySoft, color: vars.color.primaryText },
  },
});
export const own = style({ color: vars.color.textSubtle, fontSize: vars.text.sm });
export const description = style({ marginBottom: vars.space[5], color: vars.color.textMuted });
export const bound = style({ marginBottom: vars.space[5], color: vars.color.textMuted, fontSize: vars.text.sm });
export const skeleton = style({ display: 'grid', gap: vars.space[5] });
export const skeletonField = style({ display: 'grid', gap: vars.space[2] });

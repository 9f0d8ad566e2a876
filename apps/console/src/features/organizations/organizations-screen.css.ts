import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const description = style({ marginBottom: vars.space[5], color: vars.color.textMuted });
export const subtle = style({ color: vars.color.textSubtle });
export const users = style({ display: 'inline-flex', alignItems: 'center', gap: vars.space[2] });
export const pending = style({
  padding: `0.125rem ${vars.space[2]}`,
  borderRadius: vars.radius.full,
  background: vars.color.warningSoft,
  color: vars.color.warning,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  whiteSpace: 'nowrap',
});
/** A form on a page, no wider than readable text. */
export const narrow = style({ display: 'grid', gap: vars.space[5], maxWidth: '42rem' });

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const description = style({ marginBottom: vars.space[5], color: vars.color.textMuted });
export const subtle = style({ color: vars.color.textSubtle });
export const displayName = style({
  marginLeft: vars.space[2],
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.regular,
});
/** The text of a state, with a dot that makes the text easier to find. */
export const state = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  color: vars.color.textMuted,
  '::before': {
    content: '',
    width: '0.5rem',
    height: '0.5rem',
    borderRadius: vars.radius.full,
    background: vars.color.textSubtle,
  },
  selectors: { '&[data-active]::before': { background: vars.color.success } },
});

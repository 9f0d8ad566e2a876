import { style } from '@vanilla-extract/css';
import { FINGER } from '../field/field.css.ts';
import { bareButton } from '../theme/surface.css.ts';
import { vars } from '../theme/vars.css.ts';

export const group = style({
  display: 'flex',
  alignItems: 'stretch',
  padding: 0,
  overflow: 'hidden',
  selectors: {
    '&[data-focus-within]': {
      outline: `2px solid ${vars.color.focus}`,
      outlineOffset: '-1px',
      borderColor: 'transparent',
    },
    '[data-invalid] > &[data-focus-within]': { outlineColor: vars.color.danger },
  },
});
export const input = style({
  flex: 1,
  minWidth: 0,
  padding: 'inherit',
  paddingInline: vars.space[3],
  border: 0,
  outline: 'none',
  background: 'none',
  font: 'inherit',
  color: 'inherit',
  fontVariantNumeric: 'tabular-nums',
  selectors: { '&::placeholder': { color: vars.color.textSubtle, opacity: 1 } },
});
export const step = style({
  ...bareButton,
  display: 'grid',
  placeItems: 'center',
  width: '2.25rem',
  borderLeft: `1px solid ${vars.color.border}`,
  color: vars.color.textMuted,
  '@media': { [FINGER]: { width: '2.75rem' } },
  selectors: {
    '&:hover': { background: vars.color.hover, color: vars.color.text },
    '&[data-pressed]': { background: vars.color.sunken },
    '&[data-disabled]': { background: 'none', color: vars.color.borderStrong, cursor: 'not-allowed' },
  },
});

import { style } from '@vanilla-extract/css';
import { floating, vars } from '@portico/ui/styles';

/** Over the first rows, under the head; what is beside the button can be clicked. */
export const float = style({
  position: 'absolute',
  insetInline: 0,
  top: '2.125rem',
  zIndex: 3,
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
});
export const news = style([
  floating,
  {
    display: 'inline-flex',
    alignItems: 'center',
    gap: vars.space[2],
    height: '1.875rem',
    padding: `0 ${vars.space[4]} 0 ${vars.space[3]}`,
    borderRadius: vars.radius.full,
    color: vars.color.primaryText,
    fontSize: vars.text.sm,
    fontWeight: vars.weight.medium,
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    pointerEvents: 'auto',
    selectors: {
      '&:hover': { borderColor: vars.color.borderStrong },
      '&[data-failed=true]': { color: vars.color.danger },
    },
  },
]);

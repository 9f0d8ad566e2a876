import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

/** The count overlays the end of its menu item, or the icon in a collapsed menu. */
export const count = style({
  position: 'absolute',
  insetBlock: 0,
  insetInlineEnd: vars.space[2],
  minWidth: '1.5rem',
  height: '1.5rem',
  margin: 'auto 0',
  padding: `0 ${vars.space[2]}`,
  borderRadius: vars.radius.full,
  background: vars.color.dangerSoft,
  color: vars.color.danger,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.semibold,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: '1.5rem',
  textAlign: 'center',
  textDecoration: 'none',
  selectors: {
    '&:hover': { textDecoration: 'underline' },
    '[data-collapsed] &': { insetBlock: '-0.5rem auto', insetInlineEnd: '-0.625rem', margin: 0 },
  },
});

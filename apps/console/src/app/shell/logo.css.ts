import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const logo = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[3],
  padding: `${vars.space[1]} ${vars.space[2]}`,
  borderRadius: vars.radius.md,
  textDecoration: 'none',
  selectors: { '[data-collapsed] &': { padding: vars.space[1] } },
});
export const mark = style({ width: '1.75rem', height: '1.75rem', flexShrink: 0, color: vars.color.primary });
export const markInk = style({ fill: vars.color.onPrimary });
export const logoName = style({ fontSize: '1.0625rem', fontWeight: vars.weight.semibold, letterSpacing: '-0.02em' });

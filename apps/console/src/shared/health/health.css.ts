import { style } from '@vanilla-extract/css';
import { surface, vars } from '@portico/ui/styles';

export const cards = style({
  display: 'grid',
  gap: vars.space[3],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))',
});
/** A card that shows the name above the number. In the document, the number comes first, so screen readers read the number first. */
export const card = style([
  surface,
  {
    display: 'flex',
    flexDirection: 'column-reverse',
    justifyContent: 'flex-end',
    gap: vars.space[1],
    padding: vars.space[4],
  },
]);
export const name = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  color: vars.color.textMuted,
  fontWeight: vars.weight.medium,
});
export const count = style({
  fontSize: '1.625rem',
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.02em',
  fontVariantNumeric: 'tabular-nums',
  lineHeight: 1.3,
  selectors: { '&[data-tone=danger]': { color: vars.color.danger } },
});
export const note = style({ order: -1, color: vars.color.textMuted, fontSize: vars.text.xs });
export const change = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'start',
  gap: vars.space[1],
  selectors: { '&[data-tone=danger]': { color: vars.color.danger } },
});

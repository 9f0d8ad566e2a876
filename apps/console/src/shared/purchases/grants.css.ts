import { style } from '@vanilla-extract/css';
import { medallion, media, vars } from '@portico/ui/styles';

export const product = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gridTemplateAreas: '"picture text end"',
  alignItems: 'center',
  gap: `${vars.space[2]} ${vars.space[4]}`,
});
export const picture = style([
  medallion,
  { selectors: { '[data-inactive] &': { background: vars.color.sunken, color: vars.color.textSubtle } } },
]);
export const text = style({ display: 'grid', gap: '0.125rem', minWidth: 0 });
export const title = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] });
export const name = style({ fontWeight: vars.weight.semibold, overflowWrap: 'anywhere' });
export const detail = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[2],
  fontSize: vars.text.sm,
  color: vars.color.textMuted,
});
export const address = style({
  minWidth: 0,
  overflowWrap: 'anywhere',
  color: vars.color.primaryText,
  textUnderlineOffset: '0.15em',
});
export const subtle = style({ color: vars.color.textSubtle });
export const end = style({ gridArea: 'end' });

export const entitlement = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.4fr) minmax(8rem, 1fr)',
  alignItems: 'center',
  gap: `${vars.space[3]} ${vars.space[6]}`,
  // Adds a third column to rows that have an action.
  selectors: { '&:has(> :nth-child(3))': { gridTemplateColumns: 'minmax(0, 1.4fr) minmax(8rem, 1fr) auto' } },
  '@media': {
    [media.belowDrawer]: {
      columnGap: vars.space[4],
      selectors: { '&, &:has(> :nth-child(3))': { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
    },
  },
});
export const usage = style({
  display: 'grid',
  gap: vars.space[1],
  '@media': { [media.belowDrawer]: { gridColumn: '1 / -1', gridRow: 2 } },
});
export const amount = style({
  fontSize: vars.text.sm,
  color: vars.color.textMuted,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'end',
  '@media': { [media.belowDrawer]: { textAlign: 'start' } },
});
export const used = style([address, { fontWeight: vars.weight.semibold }]);
/** An action of a row. The minimum width fits the widest action, so that all bars have the same length. */
export const action = style({
  minWidth: '4.5rem',
  textAlign: 'end',
  '@media': { [media.belowDrawer]: { minWidth: 0 } },
});

import { style } from '@vanilla-extract/css';
import { medallion, surface, vars } from '@portico/ui/styles';

export const list = surface;
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
  alignItems: 'center',
  gap: vars.space[3],
  padding: `${vars.space[4]} ${vars.space[3]} ${vars.space[4]} ${vars.space[5]}`,
  selectors: { '& + &': { borderTop: `1px solid ${vars.color.border}` } },
  '@media': {
    '(width < 30rem)': { gridTemplateColumns: 'minmax(0, 1fr) auto auto', paddingInlineStart: vars.space[4] },
  },
});
export const picture = style([
  medallion,
  {
    '@media': { '(width < 30rem)': { display: 'none' } },
  },
]);
export const text = style({ minWidth: 0 });
export const name = style({ fontWeight: vars.weight.semibold, overflowWrap: 'anywhere' });
export const detail = style({ fontSize: vars.text.sm, color: vars.color.textMuted });
export const gone = style({ fontSize: vars.text.sm, color: vars.color.danger });
export const price = style({ display: 'grid', textAlign: 'end' });
export const amount = style({ fontWeight: vars.weight.semibold, fontVariantNumeric: 'tabular-nums' });
export const interval = style({ fontSize: vars.text.sm, color: vars.color.textMuted });
export const remove = style({ gridColumn: '-2' });

import { style } from '@vanilla-extract/css';
import { medallion, surface, vars } from '@portico/ui/styles';

export const part = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[3] });
export const partHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: vars.space[4],
});
export const partHeading = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold });
export const customer = style({ fontSize: vars.text.sm, color: vars.color.textSubtle, overflowWrap: 'anywhere' });
export const summary = style([
  surface,
  {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: vars.space[4],
    padding: `${vars.space[4]} ${vars.space[5]}`,
  },
]);
export const picture = medallion;
export const summaryText = style({ flex: '1 1 12rem' });
export const dialogText = style({ color: vars.color.textMuted, textWrap: 'pretty' });

export const assisted = style({ position: 'relative' });

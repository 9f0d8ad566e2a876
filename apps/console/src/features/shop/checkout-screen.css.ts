import { style } from '@vanilla-extract/css';
import { medallion, surface, vars } from '@portico/ui/styles';

export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 22rem',
  gap: vars.space[6],
  alignItems: 'start',
  '@media': { '(width < 72rem)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});

export const item = style({
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
export const picture = style([medallion, { '@media': { '(width < 30rem)': { display: 'none' } } }]);
export const name = style({ fontWeight: vars.weight.semibold, overflowWrap: 'anywhere' });
export const detail = style({ fontSize: vars.text.sm, color: vars.color.textMuted });
export const gone = style({ fontSize: vars.text.sm, color: vars.color.danger });
export const price = style({ display: 'grid', textAlign: 'end' });
export const amount = style({ fontWeight: vars.weight.semibold, fontVariantNumeric: 'tabular-nums' });
export const remove = style({ gridColumn: '-2' });

export const summary = style([
  surface,
  {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: vars.space[4],
    padding: vars.space[5],
  },
]);
export const summaryHeading = style({
  fontSize: vars.text.lg,
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.01em',
});
export const totals = style({ display: 'grid', gap: vars.space[2] });
export const line = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: vars.space[4],
  color: vars.color.textMuted,
});
export const due = style([
  line,
  {
    alignItems: 'baseline',
    marginTop: vars.space[1],
    paddingTop: vars.space[3],
    borderTop: `1px solid ${vars.color.border}`,
    color: vars.color.text,
    fontSize: vars.text.lg,
    fontWeight: vars.weight.semibold,
  },
]);
export const total = style({ fontVariantNumeric: 'tabular-nums' });
export const summaryNote = style({
  display: 'flex',
  gap: vars.space[2],
  alignItems: 'flex-start',
  fontSize: vars.text.sm,
  color: vars.color.textMuted,
});

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 22rem',
  gap: vars.space[6],
  alignItems: 'start',
  '@media': { '(width < 72rem)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const part = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[2] });
export const partHead = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: vars.control.sm,
});
export const partHeading = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold });

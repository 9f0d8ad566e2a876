import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const check = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[3],
  outline: 'none',
});
export const fault = style({
  display: 'block',
  color: vars.color.danger,
  fontSize: vars.text.sm,
  overflowWrap: 'anywhere',
});

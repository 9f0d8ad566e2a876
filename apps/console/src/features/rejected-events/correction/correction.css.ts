import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const editing = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[2],
  selectors: { '&[hidden]': { display: 'none' } },
});
export const heading = style({ fontSize: vars.text.sm, fontWeight: vars.weight.medium });
export const note = style({ color: vars.color.textMuted, fontSize: vars.text.sm });
export const fault = style({
  display: 'block',
  color: vars.color.danger,
  fontSize: vars.text.sm,
  overflowWrap: 'anywhere',
});

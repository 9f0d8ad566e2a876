import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const correction = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[3] });
export const editing = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[2],
  selectors: { '&[hidden]': { display: 'none' } },
});
export const heading = style({ margin: 0, fontSize: vars.text.sm, fontWeight: vars.weight.medium });
export const changes = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[2] });
export const note = style({ margin: 0, color: vars.color.textMuted, fontSize: vars.text.sm });
export const fault = style({
  display: 'block',
  color: vars.color.danger,
  fontSize: vars.text.sm,
  overflowWrap: 'anywhere',
});
export const actions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: vars.space[3] });

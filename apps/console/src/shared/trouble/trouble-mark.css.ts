import { style } from '@vanilla-extract/css';
import { surface, vars } from '@portico/ui/styles';

export const list = style([surface, { listStyle: 'none', margin: 0, padding: 0 }]);
export const item = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${vars.space[1]} ${vars.space[3]}`,
  padding: `${vars.space[3]} ${vars.space[5]}`,
  selectors: { '& + &': { borderTop: `1px solid ${vars.color.border}` } },
});
export const link = style({
  color: vars.color.text,
  fontWeight: vars.weight.medium,
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  overflowWrap: 'anywhere',
});
export const takenBy = style({ color: vars.color.textMuted });
export const sentence = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });

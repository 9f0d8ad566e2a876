import { style } from '@vanilla-extract/css';
import { textLink, vars } from '@portico/ui/styles';

export const item = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${vars.space[1]} ${vars.space[3]}`,
  padding: `${vars.space[3]} ${vars.space[5]}`,
  selectors: { '& + &': { borderTop: `1px solid ${vars.color.border}` } },
});
export const link = style([textLink, { color: vars.color.text, overflowWrap: 'anywhere' }]);
export const takenBy = style({ color: vars.color.textMuted });
export const sentence = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });

import { style } from '@vanilla-extract/css';
import { surface, vars } from '@portico/ui/styles';

/** A mark that is a link: as high as a finger needs, without being as high as it looks. */
export const mark = style({
  display: 'inline-flex',
  padding: `${vars.space[1]} 0`,
  margin: `calc(-1 * ${vars.space[1]}) 0`,
  borderRadius: vars.radius.full,
  textDecoration: 'none',
  selectors: { '&:hover': { textDecoration: 'underline' } },
});
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
export const who = style({ color: vars.color.textMuted });

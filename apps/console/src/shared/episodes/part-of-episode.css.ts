import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

/** A mark that is a link. The padding makes the link tall enough for touch, and the margin hides the extra height. */
export const mark = style({
  display: 'inline-flex',
  padding: `${vars.space[1]} 0`,
  margin: `calc(-1 * ${vars.space[1]}) 0`,
  borderRadius: vars.radius.full,
  textDecoration: 'none',
  selectors: { '&:hover': { textDecoration: 'underline' } },
});

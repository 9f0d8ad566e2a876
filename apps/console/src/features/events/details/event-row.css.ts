import { style } from '@vanilla-extract/css';
import { bareButton, vars } from '@portico/ui/styles';

/** A button that looks like a row and opens an event. */
export const eventRow = style({
  ...bareButton,
  display: 'grid',
  alignItems: 'center',
  width: '100%',
  textAlign: 'start',
  selectors: {
    'li + li > &': { borderTop: `1px solid ${vars.color.border}` },
    '&:hover': { background: vars.color.hover },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&[aria-current]': { background: vars.color.primarySoft },
  },
});

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

/** A button in the form of a row, which opens an event. */
export const eventRow = style({
  display: 'grid',
  alignItems: 'center',
  width: '100%',
  border: 0,
  background: 'none',
  textAlign: 'start',
  cursor: 'pointer',
  selectors: {
    'li + li > &': { borderTop: `1px solid ${vars.color.border}` },
    '&:hover': { background: vars.color.hover },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&[aria-current]': { background: vars.color.primarySoft },
  },
});

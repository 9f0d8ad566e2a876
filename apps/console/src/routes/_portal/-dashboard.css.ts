import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const dashboard = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[6],
  selectors: {
    '&:has([data-fills])': { gridTemplateRows: 'auto minmax(0, 1fr)', gap: vars.space[2], height: '100%' },
  },
});
globalStyle(`${dashboard}:has([data-fills]) > [role=tabpanel]`, { minHeight: 0 });
globalStyle(`${dashboard}:has([data-fills]) [role=tab]`, { height: '2.5rem' });

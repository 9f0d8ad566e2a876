import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';
import { source } from '../connect.css.ts';

/** Reserves the height of the switch, which loads later. */
export const place = style({
  minHeight: vars.control.sm,
  '@media': { '(pointer: coarse)': { minHeight: '2.75rem' } },
});
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${vars.space[1]} ${vars.space[4]}`,
  // Scrolls far enough to show the test events below.
  scrollMarginBottom: '60dvh',
});
export const why = style({ display: 'grid', gap: '0.125rem', minWidth: 0 });
export const reason = style({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '@media': { [media.belowDrawer]: { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
});
export const pointer = style({
  color: vars.color.textMuted,
  fontFamily: vars.font.mono,
  fontSize: vars.text.sm,
  overflowWrap: 'anywhere',
});
export const faultAt = style([pointer, { display: 'block', marginTop: vars.space[1], color: 'inherit' }]);
/** The published text, which may be one long line. */
export const published = style([source, { overflowWrap: 'anywhere' }]);
export const text = style({ margin: 0, font: 'inherit', whiteSpace: 'pre-wrap' });

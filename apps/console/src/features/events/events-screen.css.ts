import { globalStyle, style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const tools = style({ display: 'flex', gap: vars.space[2] });
/** The word next to a button's icon. Narrow screens hide the word, which remains the button's accessible name. */
export const word = style({
  '@media': {
    [media.belowRail]: { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
});
export const toolbar = style({
  display: 'flex',
  gap: vars.space[2],
  '@media': {
    [media.belowRail]: { flexWrap: 'wrap' },
    [media.belowDrawer]: { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  },
});
globalStyle(`${toolbar} > *`, { minWidth: 0 });
globalStyle(`${toolbar} > button > :not(:nth-child(2))`, { flexShrink: 0 });
export const facetSwitch = style({
  selectors: { '&[aria-expanded=true]': { background: vars.color.sunken, color: vars.color.primaryText } },
});
export const first = style({
  display: 'flex',
  flex: '1 1 14rem',
  gap: vars.space[2],
  '@media': { [media.belowRail]: { flexBasis: '100%', gridColumn: '1 / -1' } },
});
export const search = style({ flex: 1, minWidth: 0 });
export const body = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateRows: 'minmax(0, 1fr)',
  // An open event that is docked next to the list gets a column of its own.
  gridAutoFlow: 'column',
  gridAutoColumns: 'auto',
  flex: 1,
  gap: vars.space[3],
  // In a window that is too low for this height, the page scrolls, too.
  minHeight: '18rem',
  selectors: { '&[data-facets]': { gridTemplateColumns: '13rem minmax(0, 1fr)' } },
});
globalStyle(`${body} > aside`, { maxHeight: '100%', overflowY: 'auto' });
export const list = style({ display: 'flex', flexDirection: 'column', gap: vars.space[2], minWidth: 0, minHeight: 0 });
export const rows = style({ flex: 1, minHeight: 0 });

export const footer = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: `0 ${vars.space[4]}`,
  minHeight: '1.75rem',
});
globalStyle(`${footer} > nav`, { flex: 1 });
// Leaves room for pagination and page size on one line of a phone.
globalStyle(`${footer} > nav > p`, { '@media': { [media.belowDrawer]: { display: 'none' } } });
globalStyle(`${footer} :is(button, select)`, {
  height: '1.75rem',
  minWidth: '1.75rem',
  '@media': { [media.belowDrawer]: { height: '2.25rem' } },
});
export const all = style({ flex: 1, color: vars.color.textSubtle, fontSize: vars.text.sm });
export const size = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
});
export const sizeSelect = style({
  height: '2.125rem',
  padding: `0 ${vars.space[2]}`,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
  color: vars.color.text,
  font: 'inherit',
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  ':hover': { borderColor: vars.color.borderStrong },
});

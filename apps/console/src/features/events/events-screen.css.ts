import { globalStyle, style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const tools = style({ display: 'flex', gap: vars.space[2] });
/** On narrow screens the picture says enough; the button keeps its name. */
export const word = style({
  '@media': {
    [media.belowDrawer]: { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
});
export const toolbar = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  '@media': { [media.belowDrawer]: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' } },
});
export const facetSwitch = style({
  selectors: { '&[aria-expanded=true]': { background: vars.color.sunken, color: vars.color.primaryText } },
});
export const first = style({
  display: 'flex',
  flex: '1 1 14rem',
  gap: vars.space[2],
  maxWidth: '27rem',
  '@media': { [media.belowDrawer]: { gridColumn: '1 / -1', maxWidth: 'none' } },
});
export const search = style({ flex: 1, minWidth: 0 });
export const body = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[4],
  selectors: { '&[data-facets]': { gridTemplateColumns: '13rem minmax(0, 1fr)' } },
});
export const list = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: vars.space[4],
  minWidth: 0,
});
export const eventName = style({ fontFamily: vars.font.mono, fontSize: vars.text.sm });

export const footer = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: vars.space[4],
});
globalStyle(`${footer} > nav`, { flex: 1 });
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

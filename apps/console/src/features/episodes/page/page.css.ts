import { style } from '@vanilla-extract/css';
import { media, surface, vars } from '@portico/ui/styles';

export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
  alignItems: 'start',
  gap: vars.space[4],
  '@media': { [media.belowRail]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const panel = style([
  surface,
  {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    gap: vars.space[3],
    padding: vars.space[5],
    '@media': { [media.belowDrawer]: { padding: vars.space[4] } },
  },
]);
export const heading = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold });
export const small = style({ color: vars.color.textMuted, fontSize: vars.text.sm });
/** A quotation of a person or a system. */
export const quote = style({
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderInlineStart: `3px solid ${vars.color.borderStrong}`,
  background: vars.color.sunken,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const kind = style({
  display: 'grid',
  gridTemplateColumns: '4.5rem minmax(0, 1fr)',
  gap: vars.space[3],
  padding: `${vars.space[3]} 0`,
  selectors: { '& + &': { borderTop: `1px solid ${vars.color.border}` } },
  '@media': { [media.belowDrawer]: { gridTemplateColumns: '2.25rem minmax(0, 1fr)' } },
});
export const count = style({
  color: vars.color.danger,
  fontWeight: vars.weight.semibold,
  fontVariantNumeric: 'tabular-nums',
});
export const template = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });
export const example = style({ color: vars.color.textMuted, overflowWrap: 'anywhere' });
/** A timeline entry: a dot, and a line to the next entry. */
export const entry = style({
  position: 'relative',
  padding: `0 0 ${vars.space[4]} ${vars.space[5]}`,
  borderInlineStart: `2px solid ${vars.color.border}`,
  marginInlineStart: '0.3125rem',
  selectors: {
    '&:last-child': { paddingBottom: 0, borderInlineStartColor: 'transparent' },
    '&::before': {
      content: '',
      position: 'absolute',
      top: '0.3125rem',
      insetInlineStart: 'calc(-0.3125rem - 1px)',
      width: '0.625rem',
      height: '0.625rem',
      borderRadius: vars.radius.full,
      background: vars.color.textSubtle,
    },
    '&[data-tone=danger]::before': { background: vars.color.danger },
    '&[data-tone=warning]::before': { background: vars.color.warning },
    '&[data-tone=success]::before': { background: vars.color.success },
  },
});
export const entryText = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });

import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(7rem, auto) 1fr',
  gap: `${vars.space[3]} ${vars.space[4]}`,
  alignItems: 'center',
  paddingBottom: vars.space[5],
  '@media': { [media.belowDrawer]: { gridTemplateColumns: '1fr', gap: vars.space[1] } },
});
export const name = style({
  color: vars.color.textSubtle,
  '@media': {
    [media.belowDrawer]: { fontSize: vars.text.sm, selectors: { '&:not(:first-child)': { marginTop: vars.space[3] } } },
  },
});
export const value = style({ minWidth: 0, fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });
export const code = style({ fontFamily: vars.font.mono, fontSize: vars.text.sm, fontWeight: vars.weight.regular });
export const caption = style({
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
  margin: `${vars.space[4]} 0 ${vars.space[2]}`,
});
const block = style({
  margin: 0,
  padding: vars.space[4],
  overflow: 'auto',
  borderRadius: vars.radius.md,
  border: `1px solid ${vars.color.border}`,
  background: vars.color.sunken,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const message = style([block, { maxHeight: '12rem' }]);
export const json = style([
  block,
  { maxHeight: '16rem', fontFamily: vars.font.mono, fontSize: vars.text.sm, whiteSpace: 'pre' },
]);

import { style } from '@vanilla-extract/css';
import { media, surface, vars } from '@portico/ui/styles';

export const list = style([surface, { overflow: 'hidden' }]);
const row = style({
  display: 'grid',
  alignItems: 'center',
  padding: `${vars.space[4]} ${vars.space[5]}`,
  selectors: { '& + &': { borderTop: `1px solid ${vars.color.border}` } },
  '@media': { [media.belowDrawer]: { padding: vars.space[4] } },
});
export const subscription = style([
  row,
  { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'start', gap: `${vars.space[3]} ${vars.space[4]}` },
]);
export const lines = style({ display: 'grid', gap: vars.space[2] });
export const line = style({ display: 'grid' });
export const name = style({ fontWeight: vars.weight.semibold, overflowWrap: 'anywhere' });
export const detail = style({ fontSize: vars.text.sm, color: vars.color.textMuted, overflowWrap: 'anywhere' });
export const next = style({ gridColumn: '1 / -1', display: 'grid', gap: vars.space[1], textWrap: 'pretty' });
export const warning = style({ color: vars.color.warning });
export const invoice = style([
  row,
  {
    gridTemplateColumns: 'minmax(0, 1fr) auto 5rem 6rem',
    gap: `${vars.space[1]} ${vars.space[4]}`,
    '@media': { [media.belowDrawer]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
  },
]);
export const amount = style({ textAlign: 'end', fontVariantNumeric: 'tabular-nums' });
export const links = style({ display: 'flex', justifyContent: 'end', gap: vars.space[2] });
export const link = style({
  padding: `${vars.space[1]} ${vars.space[2]}`,
  marginBlock: `calc(-1 * ${vars.space[1]})`,
  color: vars.color.primaryText,
  fontWeight: vars.weight.medium,
  textUnderlineOffset: '0.15em',
});

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const item = style({ selectors: { '& + &': { borderTop: `1px solid ${vars.color.border}` } } });
export const link = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: vars.space[3],
  padding: `${vars.space[3]} ${vars.space[4]}`,
  color: vars.color.text,
  textDecoration: 'none',
  selectors: {
    '&:hover': { background: vars.color.hover },
    '&[data-unread]': { boxShadow: `inset 3px 0 0 ${vars.color.primary}` },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
});
export const picture = style({
  display: 'grid',
  placeItems: 'center',
  width: '2rem',
  height: '2rem',
  borderRadius: vars.radius.full,
  background: vars.color.dangerSoft,
  color: vars.color.danger,
  selectors: { '&[data-over]': { background: vars.color.successSoft, color: vars.color.success } },
});
export const words = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '0.125rem',
  overflowWrap: 'anywhere',
});
export const title = style({
  fontWeight: vars.weight.medium,
  selectors: { '[data-unread] &': { fontWeight: vars.weight.semibold } },
});
export const text = style({ color: vars.color.textMuted, fontSize: vars.text.sm });
export const when = style({ color: vars.color.textMuted, fontSize: vars.text.xs });

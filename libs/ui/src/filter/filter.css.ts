import { style } from '@vanilla-extract/css';
import { media, vars } from '../theme/vars.css.ts';

export const trigger = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  height: vars.control.md,
  maxWidth: '100%',
  padding: `0 ${vars.space[3]}`,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
  boxShadow: vars.shadow.sm,
  color: vars.color.text,
  cursor: 'pointer',
  transition: `border-color ${vars.motion.fast}, background ${vars.motion.fast}`,
  selectors: {
    '&:hover': { borderColor: vars.color.borderStrong },
    '&[data-marked]': { background: vars.color.primarySoft, borderColor: 'transparent', color: vars.color.primaryText },
  },
  '@media': {
    [media.belowDrawer]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignContent: 'center',
      lineHeight: 1.35,
      gap: `0 ${vars.space[2]}`,
      width: '100%',
      height: '3.25rem',
      textAlign: 'start',
    },
  },
});
export const name = style({
  color: vars.color.textSubtle,
  paddingRight: vars.space[2],
  borderRight: `1px solid ${vars.color.border}`,
  selectors: { '[data-marked] > &': { color: 'inherit', borderColor: 'currentColor' } },
  '@media': { [media.belowDrawer]: { gridArea: '1 / 1', border: 0, fontSize: vars.text.xs } },
});
export const value = style({
  fontWeight: vars.weight.medium,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '@media': { [media.belowDrawer]: { gridArea: '2 / 1' } },
  selectors: { '&[data-empty]': { color: vars.color.textSubtle, fontWeight: vars.weight.regular } },
});
export const chevron = style({
  display: 'inline-flex',
  marginLeft: 'auto',
  '@media': { [media.belowDrawer]: { gridArea: '1 / 2 / 3 / 3' } },
  color: vars.color.textSubtle,
  selectors: { '[data-marked] > &': { color: 'inherit' } },
});

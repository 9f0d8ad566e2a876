import { style } from '@vanilla-extract/css';
import { bareButton, media, oneLine, vars } from '@portico/ui/styles';

export const chips = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] });
const button = { ...bareButton, color: 'inherit', fontSize: 'inherit' } as const;
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  minHeight: '1.75rem',
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.full,
  background: vars.color.surface,
  color: vars.color.textMuted,
  fontSize: vars.text.xs,
  overflow: 'hidden',
  selectors: {
    '&:hover': { borderColor: vars.color.borderStrong, color: vars.color.text },
    '&[data-not]': { borderStyle: 'dashed', borderColor: vars.color.borderStrong },
  },
});
export const what = style([
  button,
  {
    ...oneLine,
    minWidth: 0,
    padding: `0 0 0 ${vars.space[3]}`,
    lineHeight: '1.625rem',
    selectors: { 'span&': { cursor: 'default' }, '&:focus-visible': { outlineOffset: '-2px' } },
    '@media': { [media.belowDrawer]: { lineHeight: '2.25rem' } },
  },
]);
export const remove = style([
  button,
  {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    alignSelf: 'stretch',
    flexShrink: 0,
    minWidth: '1.75rem',
    ':hover': { background: vars.color.hover },
    selectors: { '&:focus-visible': { outlineOffset: '-2px' } },
    '@media': { [media.belowDrawer]: { minWidth: '2.25rem' } },
  },
]);
export const name = style({ color: vars.color.textSubtle });
export const not = style({ color: vars.color.text, fontStyle: 'italic' });
export const text = style({ color: vars.color.text, fontWeight: vars.weight.medium });
export const clear = style([
  button,
  {
    minHeight: '1.75rem',
    padding: `0 ${vars.space[3]}`,
    borderRadius: vars.radius.full,
    color: vars.color.primaryText,
    fontSize: vars.text.xs,
    fontWeight: vars.weight.medium,
    ':hover': { background: vars.color.hover },
  },
]);

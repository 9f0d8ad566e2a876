import { style } from '@vanilla-extract/css';
import { bareButton, chooser, media, vars } from '@portico/ui/styles';

export const trigger = style([
  chooser,
  {
    fontVariantNumeric: 'tabular-nums',
    '@media': { [media.belowDrawer]: { width: '100%', height: '3.25rem', padding: `0 ${vars.space[2]}` } },
  },
]);
export const picture = style({ display: 'contents', '@media': { [media.belowDrawer]: { display: 'none' } } });
export const zone = style({ fontSize: vars.text.xs, fontWeight: vars.weight.semibold, letterSpacing: '0.04em' });

export const panel = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  '@media': { [media.belowDrawer]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const presets = style({
  display: 'grid',
  alignContent: 'start',
  gap: 2,
  padding: vars.space[2],
  borderRight: `1px solid ${vars.color.border}`,
  '@media': {
    [media.belowDrawer]: {
      gridTemplateColumns: '1fr 1fr',
      borderRight: 0,
      borderBottom: `1px solid ${vars.color.border}`,
    },
  },
});
export const preset = style({
  ...bareButton,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
  width: '100%',
  minHeight: '2.125rem',
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.md,
  textAlign: 'start',
  whiteSpace: 'nowrap',
  selectors: {
    '&:hover': { background: vars.color.hover },
    '&[aria-pressed=true]': { color: vars.color.primaryText, fontWeight: vars.weight.medium },
  },
});
export const side = style({
  display: 'grid',
  alignContent: 'space-between',
  gap: vars.space[4],
  padding: vars.space[4],
});
export const customRange = style({ display: 'grid', gap: vars.space[3] });
export const field = style({ display: 'grid', gap: vars.space[1] });
export const fieldName = style({
  color: vars.color.textMuted,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
});
export const input = style({
  width: '100%',
  minWidth: 0,
  height: vars.control.md,
  padding: `0 ${vars.space[3]}`,
  border: `1px solid ${vars.color.borderStrong}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
  fontVariantNumeric: 'tabular-nums',
  selectors: {
    '&:focus': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '-1px', borderColor: 'transparent' },
    '&[aria-invalid]': { borderColor: vars.color.danger },
  },
});
export const fault = style({ color: vars.color.danger, fontSize: vars.text.sm });

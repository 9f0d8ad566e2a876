import { style } from '@vanilla-extract/css';
import { media, vars } from '../theme/vars.css.ts';

export const strip = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[4],
  flexWrap: 'wrap',
});
export const summary = style({
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
  fontVariantNumeric: 'tabular-nums',
});
export const list = style({ display: 'flex', alignItems: 'center', gap: vars.space[1] });

export const page = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space[1],
  minWidth: '2.125rem',
  height: '2.125rem',
  padding: `0 ${vars.space[2]}`,
  border: '1px solid transparent',
  borderRadius: vars.radius.md,
  background: 'transparent',
  color: vars.color.textMuted,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  selectors: {
    '&:hover:not(:disabled):not([aria-current])': { background: vars.color.sunken, color: vars.color.text },
    '&[aria-current]': { background: vars.color.primarySoft, color: vars.color.primaryText },
    '&:disabled': { opacity: 0.4, cursor: 'default' },
  },
});
export const gap = style({ minWidth: '1.5rem', textAlign: 'center', color: vars.color.textSubtle });
export const word = style({ '@media': { [media.belowDrawer]: { display: 'none' } } });

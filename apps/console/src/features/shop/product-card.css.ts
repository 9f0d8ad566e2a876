import { style } from '@vanilla-extract/css';
import { medallion, surface, vars } from '@portico/ui/styles';

export const card = style([
  surface,
  {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: vars.space[1],
    padding: vars.space[5],
    transition: `border-color ${vars.motion.fast}, box-shadow ${vars.motion.fast}`,
    selectors: {
      '&:hover': { borderColor: vars.color.borderStrong, boxShadow: vars.shadow.md },
      '&[data-selected]': { borderColor: vars.color.primary, boxShadow: `inset 0 0 0 1px ${vars.color.primary}` },
      '&:has(:focus-visible)': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '2px' },
    },
  },
]);
export const top = style({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  marginBottom: vars.space[3],
});
export const picture = style([medallion, { width: '2.25rem', height: '2.25rem' }]);
export const checkbox = style({
  position: 'relative',
  zIndex: 1,
  display: 'grid',
  placeItems: 'center',
  width: '1.25rem',
  height: '1.25rem',
  margin: 0,
  appearance: 'none',
  background: vars.color.surface,
  border: `1px solid ${vars.color.textSubtle}`,
  borderRadius: vars.radius.sm,
  cursor: 'pointer',
  outline: 'none',
  // The tick of a selected product.
  '::before': {
    content: '',
    width: '0.6875rem',
    height: '0.6875rem',
    background: vars.color.onPrimary,
    clipPath: 'polygon(14% 46%, 2% 60%, 38% 94%, 99% 20%, 85% 8%, 37% 68%)',
    visibility: 'hidden',
  },
  selectors: {
    '&:checked': { background: vars.color.primary, borderColor: vars.color.primary },
    '&:checked::before': { visibility: 'visible' },
  },
  '@media': { '(forced-colors: active)': { appearance: 'auto', '::before': { content: 'none' } } },
});
export const name = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold, letterSpacing: '-0.01em' });
export const label = style({
  cursor: 'pointer',
  '::after': { content: '', position: 'absolute', inset: 0, borderRadius: vars.radius.lg },
});
export const description = style({ color: vars.color.textMuted, textWrap: 'pretty' });
export const price = style({ display: 'grid', marginTop: 'auto', paddingTop: vars.space[4] });
export const amount = style({
  fontSize: '1.75rem',
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.03em',
  lineHeight: 1.2,
  fontVariantNumeric: 'tabular-nums',
});
export const per = style({ color: vars.color.textMuted });
export const terms = style({
  display: 'grid',
  gap: vars.space[1],
  marginTop: vars.space[3],
  paddingTop: vars.space[3],
  borderTop: `1px solid ${vars.color.border}`,
});
export const term = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  fontSize: vars.text.sm,
  color: vars.color.textMuted,
});

import { style } from '@vanilla-extract/css';
import { surface, vars } from '@portico/ui/styles';

export const panel = style([
  surface,
  { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[3], padding: vars.space[5] },
]);
export const title = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold });
export const sentence = style({ overflowWrap: 'anywhere' });
export const note = style({ color: vars.color.textMuted, fontSize: vars.text.sm });
export const figure = style({ display: 'grid', gap: vars.space[2] });
export const map = style({
  display: 'grid',
  gridTemplateColumns: '2.25rem repeat(24, minmax(0, 1fr))',
  gap: '2px',
  alignItems: 'center',
  maxWidth: '46rem',
});
export const hour = style({ fontSize: vars.text.xs, color: vars.color.textMuted, whiteSpace: 'nowrap', width: 0 });
export const day = style({ fontSize: vars.text.xs, color: vars.color.textMuted });
export const cell = style({
  height: '1rem',
  borderRadius: '2px',
  background: `color-mix(in srgb, ${vars.color.primary} var(--rate), ${vars.color.sunken})`,
  selectors: {
    '&[data-now]': { position: 'relative', zIndex: 1, outline: `2px solid ${vars.color.text}`, outlineOffset: '1px' },
  },
});
export const list = style({ display: 'grid', gap: vars.space[2] });
export const item = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
});

import { keyframes, style } from '@vanilla-extract/css';
import { medallion as baseMedallion, surface } from '../theme/surface.css.ts';
import { media, vars } from '../theme/vars.css.ts';

export const empty = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: vars.space[2],
  padding: `${vars.space[16]} ${vars.space[6]}`,
  textAlign: 'center',
  color: vars.color.textMuted,
});
export const framed = style([empty, surface]);
export const medallion = style([
  baseMedallion,
  {
    width: '3.5rem',
    height: '3.5rem',
    marginBottom: vars.space[3],
    borderRadius: vars.radius.full,
    selectors: { '&[data-tone=danger]': { background: vars.color.dangerSoft, color: vars.color.danger } },
  },
]);
export const title = style({
  fontSize: vars.text.lg,
  fontWeight: vars.weight.semibold,
  color: vars.color.text,
  textWrap: 'balance',
});
export const text = style({ maxWidth: '34rem', textWrap: 'pretty' });
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: vars.space[2],
  marginTop: vars.space[4],
});

export const page = style({ minHeight: '100dvh', display: 'grid', placeItems: 'center', padding: vars.space[4] });
export const inside = style([page, { minHeight: '70dvh', padding: 0 }]);
export const details = style({ width: 'min(44rem, 90vw)', marginTop: vars.space[4], textAlign: 'start' });
export const summary = style({
  width: 'fit-content',
  margin: '0 auto',
  cursor: 'pointer',
  fontSize: vars.text.sm,
  color: vars.color.textSubtle,
});
export const stack = style({
  marginTop: vars.space[3],
  padding: vars.space[4],
  maxHeight: '18rem',
  overflow: 'auto',
  borderRadius: vars.radius.md,
  background: vars.color.sunken,
  fontFamily: vars.font.mono,
  fontSize: vars.text.xs,
  whiteSpace: 'pre-wrap',
});

const turn = keyframes({ to: { transform: 'rotate(1turn)' } });
export const waitingPage = style([page, { minHeight: '70dvh' }]);
export const waiting = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: vars.space[4],
  color: vars.color.textMuted,
});
export const spinner = style({
  width: '1.75rem',
  height: '1.75rem',
  borderRadius: '50%',
  border: `3px solid ${vars.color.border}`,
  borderTopColor: vars.color.primary,
  animation: `${turn} 0.8s linear infinite`,
  '@media': { [media.stillness]: { borderTopColor: vars.color.border } },
});

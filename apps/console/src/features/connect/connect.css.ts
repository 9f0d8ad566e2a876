import { style } from '@vanilla-extract/css';
import { media, surface, vars } from '@portico/ui/styles';

const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const;

export const section = style([
  surface,
  {
    ...column,
    gap: vars.space[4],
    padding: vars.space[5],
    '@media': { [media.belowDrawer]: { padding: vars.space[4] } },
  },
]);
export const head = style({ display: 'flex', alignItems: 'flex-start', gap: vars.space[3] });
export const words = style({ ...column, flex: 1, minWidth: 0, gap: vars.space[1] });
export const step = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: '1.75rem',
  height: '1.75rem',
  borderRadius: vars.radius.full,
  background: vars.color.primarySoft,
  color: vars.color.primaryText,
  fontWeight: vars.weight.semibold,
});
export const title = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold, lineHeight: '1.75rem' });
export const subtitle = style({ fontSize: vars.text.md, fontWeight: vars.weight.semibold });
export const note = style({ maxWidth: '46rem', color: vars.color.textMuted });
export const small = style({ color: vars.color.textMuted, fontSize: vars.text.sm, overflowWrap: 'anywhere' });
export const stack = style({ ...column, gap: vars.space[3], outline: 'none' });
/** A row of choices that scrolls if it is wider than a phone. */
export const choices = style({ minWidth: 0, overflowX: 'auto', margin: '-2px', padding: '2px' });
export const list = style({ border: `1px solid ${vars.color.border}`, borderRadius: vars.radius.md });
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${vars.space[1]} ${vars.space[3]}`,
  padding: `${vars.space[3]} ${vars.space[4]}`,
  selectors: { '& + &': { borderTop: `1px solid ${vars.color.border}` } },
  '@media': { [media.belowDrawer]: { padding: vars.space[3] } },
});
export const main = style({ ...column, flex: '1 1 16rem', minWidth: 0, gap: '0.125rem', overflowWrap: 'anywhere' });
export const name = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  fontWeight: vars.weight.medium,
});
export const code = style({ fontFamily: vars.font.mono, fontSize: vars.text.sm, overflowWrap: 'anywhere' });
export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 11rem 13rem auto',
  alignItems: 'start',
  gap: vars.space[3],
  '@media': { [media.belowRail]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const oneField = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 24rem) auto',
  justifyContent: 'start',
  alignItems: 'start',
  gap: vars.space[3],
  '@media': { [media.belowDrawer]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const source = style({
  margin: 0,
  padding: vars.space[3],
  maxHeight: '28rem',
  overflow: 'auto',
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.sunken,
  fontFamily: vars.font.mono,
  fontSize: vars.text.sm,
  lineHeight: 1.6,
  tabSize: 4,
});
export const plain = style({ margin: 0, font: 'inherit' });
export const advice = style({ paddingInlineStart: vars.space[4], overflowWrap: 'anywhere' });
export const fault = style({
  display: 'block',
  color: vars.color.danger,
  fontSize: vars.text.sm,
  overflowWrap: 'anywhere',
});
export const ended = style({ color: vars.color.textMuted });
export const summary = style({ cursor: 'pointer', color: vars.color.textMuted, fontWeight: vars.weight.medium });
export const secret = style({
  ...column,
  gap: vars.space[3],
  padding: vars.space[4],
  border: `1px solid ${vars.color.primary}`,
  borderRadius: vars.radius.md,
  background: vars.color.primarySoft,
  outline: 'none',
});

/** A table cell whose text wraps instead of being cut. */
export const whole = style({ whiteSpace: 'normal', overflowWrap: 'anywhere' });

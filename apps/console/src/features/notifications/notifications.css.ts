import { style } from '@vanilla-extract/css';
import { media, surface as framed, vars } from '@portico/ui/styles';

const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' } as const;

export const group = style({ ...column, gap: vars.space[2] });
export const surface = style([
  framed,
  { overflow: 'hidden', transition: `opacity ${vars.motion.normal}`, selectors: { '&[data-stale]': { opacity: 0.6 } } },
]);
export const panel = style([
  framed,
  {
    ...column,
    gap: vars.space[3],
    padding: vars.space[5],
    '@media': { [media.belowDrawer]: { padding: vars.space[4] } },
  },
]);
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
  alignItems: 'start',
  gap: vars.space[4],
  '@media': { [media.belowRail]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${vars.space[2]} ${vars.space[4]}`,
  padding: `${vars.space[4]} ${vars.space[5]}`,
  selectors: { '& + &': { borderTop: `1px solid ${vars.color.border}` } },
  '@media': { [media.belowDrawer]: { padding: vars.space[4] } },
});
export const main = style({ ...column, flex: '1 1 16rem', minWidth: 0, gap: vars.space[1], overflowWrap: 'anywhere' });
export const name = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  fontWeight: vars.weight.medium,
});
export const sentence = style({ fontWeight: vars.weight.medium });
export const small = style({
  color: vars.color.textMuted,
  fontSize: vars.text.sm,
  overflowWrap: 'anywhere',
});
export const bad = style({ color: vars.color.danger, fontSize: vars.text.sm, overflowWrap: 'anywhere' });
export const heading = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold });
/** The heading of a section or form. */
export const subheading = style({
  margin: `0 0 ${vars.space[2]}`,
  padding: 0,
  fontSize: vars.text.md,
  fontWeight: vars.weight.semibold,
});
export const pair = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: vars.space[3],
});
export const secret = style({
  ...column,
  gap: vars.space[3],
  padding: vars.space[4],
  border: `1px solid ${vars.color.primary}`,
  borderRadius: vars.radius.md,
  background: vars.color.primarySoft,
});
/** One header of a webhook: name, value and button in one line, wrapped on narrow screens. */
export const header = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: vars.space[3] });
export const code = style({ fontFamily: vars.font.mono, fontSize: vars.text.sm, overflowWrap: 'anywhere' });
export const fieldset = style({ ...column, gap: vars.space[2], margin: 0, padding: 0, border: 0, minWidth: 0 });

import { style, styleVariants } from '@vanilla-extract/css';
import { surface } from '../theme/surface.css.ts';
import { media, vars } from '../theme/vars.css.ts';

const spaces = vars.space;

export const gap = styleVariants(spaces, (space) => ({ gap: space }));
export const stack = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' });
export const row = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', minWidth: 0 });
export const justify = styleVariants({
  between: { justifyContent: 'space-between' },
  end: { justifyContent: 'flex-end' },
});
export const align = styleVariants({
  start: { alignItems: 'flex-start' },
  baseline: { alignItems: 'baseline' },
});
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(26rem, 100%), 1fr))',
  alignItems: 'start',
});
export const card = style([
  surface,
  {
    padding: `${spaces[4]} ${spaces[5]}`,
    '@media': { [media.belowDrawer]: { padding: spaces[4] } },
  },
]);

export const list = style([surface, { overflow: 'hidden' }]);
export const listRow = style({
  padding: `${spaces[4]} ${spaces[5]}`,
  overflowWrap: 'anywhere',
  selectors: { '& + &': { borderTop: `1px solid ${vars.color.border}` } },
  '@media': { [media.belowDrawer]: { padding: spaces[4] } },
});

export const note = style({
  fontSize: vars.text.sm,
  color: vars.color.textMuted,
  overflowWrap: 'anywhere',
  textWrap: 'pretty',
});
export const tone = styleVariants({
  success: { color: vars.color.success },
  warning: { color: vars.color.warning },
  danger: { color: vars.color.danger },
});

export const sectionHeader = style([row, gap[3], justify.between]);
export const heading = styleVariants({
  2: { fontSize: vars.text.lg, fontWeight: vars.weight.semibold, overflowWrap: 'anywhere' },
  3: { fontSize: vars.text.sm, fontWeight: vars.weight.medium, color: vars.color.textMuted, overflowWrap: 'anywhere' },
});

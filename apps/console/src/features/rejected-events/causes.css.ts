import { style } from '@vanilla-extract/css';
import { bareButton, media, oneLine, surface, vars } from '@portico/ui/styles';

export const causes = style([surface, { overflow: 'hidden' }]);
export const heading = style({
  padding: `${vars.space[2]} ${vars.space[4]}`,
  fontSize: vars.text.md,
  fontWeight: vars.weight.semibold,
});
export const place = style({ borderTop: `1px solid ${vars.color.border}` });
export const muted = style({ color: vars.color.textMuted, fontWeight: vars.weight.regular });
export const cause = style({
  ...bareButton,
  display: 'grid',
  gridTemplateColumns: '4rem minmax(0, 1fr) minmax(8rem, 12rem) auto minmax(9rem, auto)',
  gridTemplateAreas: '"count what owners trend times"',
  alignItems: 'center',
  gap: `${vars.space[1]} ${vars.space[4]}`,
  width: '100%',
  padding: `${vars.space[2]} ${vars.space[4]}`,
  fontSize: vars.text.sm,
  textAlign: 'start',
  transition: `background ${vars.motion.fast}`,
  ':hover': { background: vars.color.hover },
  ':focus-visible': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '-2px' },
  selectors: {
    '&[aria-pressed="true"]': { background: vars.color.primarySoft, boxShadow: `inset 3px 0 ${vars.color.primary}` },
  },
  '@media': {
    [media.belowRail]: {
      gridTemplateColumns: '3.5rem minmax(0, 1fr) auto',
      gridTemplateAreas: '"count what times" ". owners trend"',
    },
    [media.belowDrawer]: {
      gridTemplateColumns: '2.5rem minmax(0, 1fr)',
      gridTemplateAreas: '"count what" ". owners" ". times"',
    },
  },
});
export const count = style({
  gridArea: 'count',
  fontSize: vars.text.lg,
  fontWeight: vars.weight.semibold,
  fontVariantNumeric: 'tabular-nums',
});
export const what = style({ gridArea: 'what', display: 'grid', minWidth: 0 });
export const title = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });
export const pointer = style({
  color: vars.color.textMuted,
  fontFamily: vars.font.mono,
  fontWeight: vars.weight.regular,
});
export const reason = style({ ...oneLine, color: vars.color.textMuted });
export const owners = style({
  gridArea: 'owners',
  display: 'grid',
  minWidth: 0,
  '@media': { [media.belowDrawer]: { display: 'flex', flexWrap: 'wrap', columnGap: vars.space[3] } },
});
export const owner = style(oneLine);
export const trend = style({ gridArea: 'trend', '@media': { [media.belowDrawer]: { display: 'none' } } });
export const times = style({
  gridArea: 'times',
  display: 'grid',
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.belowDrawer]: { display: 'flex', flexWrap: 'wrap', columnGap: vars.space[3] } },
});
export const more = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: vars.space[3],
  padding: vars.space[2],
  borderTop: `1px solid ${vars.color.border}`,
  fontSize: vars.text.sm,
});

import { style } from '@vanilla-extract/css';
import { surface, vars } from '@portico/ui/styles';

export const cards = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 16rem), 1fr))',
  gap: vars.space[3],
  margin: 0,
  padding: 0,
  listStyle: 'none',
});
export const card = style([
  surface,
  {
    display: 'grid',
    gap: vars.space[1],
    width: '100%',
    height: '100%',
    padding: vars.space[4],
    textAlign: 'start',
    color: vars.color.text,
    font: 'inherit',
    cursor: 'pointer',
    transition: `border-color ${vars.motion.fast}, background ${vars.motion.fast}`,
    ':hover': { borderColor: vars.color.borderStrong, background: vars.color.hover },
    ':focus-visible': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '2px' },
    selectors: {
      '&[aria-pressed="true"]': { borderColor: vars.color.primary, background: vars.color.primarySoft },
    },
  },
]);
export const name = style({ fontWeight: vars.weight.semibold, overflowWrap: 'anywhere' });
export const organization = style({ color: vars.color.textMuted, fontSize: vars.text.sm });
export const figures = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  justifyContent: 'space-between',
  gap: vars.space[3],
  paddingTop: vars.space[2],
});
export const count = style({
  fontSize: vars.text.xxl,
  fontWeight: vars.weight.semibold,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: 1,
});
export const last = style({ color: vars.color.textMuted, fontSize: vars.text.xs });

import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const choices = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: vars.space[3],
  margin: 0,
  padding: 0,
  border: 0,
  '@media': { [media.belowRail]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const choice = style({
  position: 'relative',
  display: 'grid',
  alignContent: 'start',
  gap: vars.space[1],
  padding: vars.space[4],
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  selectors: {
    '&:hover': { borderColor: vars.color.borderStrong },
    '&:has(:checked)': { borderColor: vars.color.primary, background: vars.color.primarySoft },
    '&:has(:focus-visible)': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '1px' },
  },
});
/** The label covers the card, so that the whole card is clickable. */
export const name = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  fontWeight: vars.weight.medium,
  cursor: 'pointer',
  '::after': { content: '', position: 'absolute', inset: 0 },
});
export const input = style({ margin: 0, accentColor: vars.color.primary, outline: 'none' });

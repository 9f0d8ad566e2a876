import { style } from '@vanilla-extract/css';
import { medallion, surface, vars } from '@portico/ui/styles';

export const grid = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(20rem, 100%), 1fr))',
});
export const card = style([
  surface,
  {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: vars.space[2],
    padding: vars.space[6],
  },
]);
export const picture = style([medallion, { width: '2.25rem', height: '2.25rem', marginBottom: vars.space[2] }]);
export const title = style({ fontSize: vars.text.lg, fontWeight: vars.weight.semibold, letterSpacing: '-0.01em' });
/** The text of a card. Fills the remaining height, so that the buttons of all cards align. */
export const text = style({ flex: 1, marginBottom: vars.space[3], color: vars.color.textMuted, textWrap: 'pretty' });

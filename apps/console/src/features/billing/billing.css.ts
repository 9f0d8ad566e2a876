import { style } from '@vanilla-extract/css';
import { surface, vars } from '@portico/ui/styles';

export const customer = style({ fontSize: vars.text.sm, color: vars.color.textSubtle, overflowWrap: 'anywhere' });
export const summary = style([
  surface,
  {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: vars.space[4],
    padding: `${vars.space[4]} ${vars.space[5]}`,
  },
]);
export const summaryText = style({ flex: '1 1 12rem' });
export const dialogText = style({ color: vars.color.textMuted, textWrap: 'pretty' });

export const assisted = style({ position: 'relative' });

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const note = style({ color: vars.color.textMuted, fontSize: vars.text.sm, overflowWrap: 'anywhere' });
export const heading = style({ fontSize: vars.text.sm, fontWeight: vars.weight.medium });
export const code = style({ fontFamily: vars.font.mono, fontSize: vars.text.sm, overflowWrap: 'anywhere' });
export const sample = style({ borderBlockEnd: `1px solid ${vars.color.border}`, paddingBlock: vars.space[2] });
export const summary = style({ cursor: 'pointer', overflowWrap: 'anywhere' });
export const run = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[3],
  fontSize: vars.text.sm,
});
/** A row of choices. On a phone, the row scrolls. */
export const choices = style({ minWidth: 0, overflowX: 'auto', margin: '-2px', padding: '2px' });

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const stack = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[4] });
export const note = style({ margin: 0, color: vars.color.textMuted, fontSize: vars.text.sm, overflowWrap: 'anywhere' });
export const heading = style({ margin: 0, fontSize: vars.text.sm, fontWeight: vars.weight.medium });
export const actions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: vars.space[3] });
export const code = style({ fontFamily: vars.font.mono, fontSize: vars.text.sm, overflowWrap: 'anywhere' });
export const sample = style({ borderBlockEnd: `1px solid ${vars.color.border}`, paddingBlock: vars.space[2] });
export const summary = style({ cursor: 'pointer', overflowWrap: 'anywhere' });
export const list = style({ display: 'grid', gap: vars.space[2], margin: 0, padding: 0, listStyle: 'none' });
export const run = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[3],
  fontSize: vars.text.sm,
});
/** A row of choices that scrolls if it is wider than a phone. */
export const choices = style({ minWidth: 0, overflowX: 'auto', margin: '-2px', padding: '2px' });

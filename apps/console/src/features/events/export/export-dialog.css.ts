import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const content = style({ display: 'grid', justifyItems: 'start', gap: vars.space[3] });
export const note = style({
  color: vars.color.textMuted,
  fontSize: vars.text.sm,
  fontVariantNumeric: 'tabular-nums',
});
export const progress = style({ display: 'grid', gap: vars.space[2], width: '100%', marginTop: vars.space[2] });

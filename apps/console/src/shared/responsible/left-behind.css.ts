import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const note = style({ marginTop: vars.space[3], color: vars.color.textMuted, overflowWrap: 'anywhere' });
export const list = style({ marginTop: vars.space[2], paddingLeft: vars.space[5] });

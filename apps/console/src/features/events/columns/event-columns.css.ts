import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const eventName = style({ fontFamily: vars.font.mono, fontSize: vars.text.xs });
export const message = style({ marginLeft: vars.space[2], color: vars.color.textSubtle });
export const detail = style({ fontVariantNumeric: 'tabular-nums' });

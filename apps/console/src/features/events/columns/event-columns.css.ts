import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';
import { bySeverity } from '../severity-text.css.ts';

export const eventName = style({ fontFamily: vars.font.mono, fontSize: vars.text.xs });
export const message = style({ marginLeft: vars.space[2], color: vars.color.textSubtle });
/** The message in a row next to an open event. Its colour shows the severity, because these rows have no severity column. */
export const first = style({ selectors: bySeverity });
export const detail = style({ fontVariantNumeric: 'tabular-nums' });

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const eventName = style({ fontFamily: vars.font.mono, fontSize: vars.text.xs });
export const message = style({ marginLeft: vars.space[2], color: vars.color.textSubtle });
/** The message in a row next to an open event. Its colour shows the severity, which has no column there. */
export const first = style({
  selectors: {
    '&[data-severity=WARN]': { color: vars.color.warning },
    '&[data-severity=ERROR], &[data-severity=FATAL]': { color: vars.color.danger },
  },
});
export const detail = style({ fontVariantNumeric: 'tabular-nums' });

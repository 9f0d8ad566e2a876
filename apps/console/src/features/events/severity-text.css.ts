import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const severity = style({
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  letterSpacing: '0.03em',
  color: vars.color.textSubtle,
  selectors: {
    '&[data-severity=WARN]': { color: vars.color.warning },
    '&[data-severity=ERROR], &[data-severity=FATAL]': { color: vars.color.danger },
  },
});

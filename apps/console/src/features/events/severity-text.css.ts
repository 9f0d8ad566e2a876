import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

/** Selectors that colour an element with `data-severity` by its severity. */
export const bySeverity = {
  '&[data-severity=WARN]': { color: vars.color.warning },
  '&[data-severity=ERROR], &[data-severity=FATAL]': { color: vars.color.danger },
};

export const severity = style({
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  letterSpacing: '0.03em',
  color: vars.color.textSubtle,
  selectors: bySeverity,
});

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const sparkline = style({ display: 'block', flex: 'none' });
export const good = style({ fill: `color-mix(in srgb, ${vars.color.primary} 58%, ${vars.color.surface})` });
export const bad = style({ fill: vars.color.danger });
export const none = style({ fill: vars.color.borderStrong });
export const hours = style({
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'middle',
  gap: vars.space[2],
});
export const number = style({
  fontVariantNumeric: 'tabular-nums',
  selectors: { '&[data-tone=danger]': { color: vars.color.danger, fontWeight: vars.weight.medium } },
});
export const unknown = style({ color: vars.color.textSubtle });
/** The cell with the last event, trouble and maintenance: at most two lines, so that all rows have the same height. */
export const last = style({ display: 'inline-grid', justifyItems: 'start', lineHeight: 1.4, verticalAlign: 'middle' });
export const missed = style({
  fontWeight: vars.weight.medium,
  selectors: {
    '&[data-state=quiet]': { color: vars.color.warning },
    '&[data-state=silent]': { color: vars.color.danger },
    '&[data-state=paused]': { color: vars.color.textMuted },
  },
});

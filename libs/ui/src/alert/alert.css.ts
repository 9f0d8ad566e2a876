import { style, styleVariants } from '@vanilla-extract/css';
import { media, vars } from '../theme/vars.css.ts';

const alert = style({
  display: 'flex',
  alignItems: 'flex-start',
  '@media': { [media.belowDrawer]: { flexWrap: 'wrap' } },
  gap: vars.space[3],
  padding: `${vars.space[3]} ${vars.space[4]}`,
  border: '1px solid transparent',
  borderRadius: vars.radius.md,
  lineHeight: 1.45,
});
const tinted = (text: string, surface: string) =>
  style({ background: surface, color: text, borderColor: `color-mix(in srgb, ${text} 22%, transparent)` });

export const variant = styleVariants({
  default: [alert, { background: vars.color.sunken, borderColor: vars.color.border, color: vars.color.textMuted }],
  info: [alert, tinted(vars.color.primaryText, vars.color.primarySoft)],
  warning: [alert, tinted(vars.color.warning, vars.color.warningSoft)],
  danger: [alert, tinted(vars.color.danger, vars.color.dangerSoft)],
});
/** The icon's box, as tall as the first line of text. */
export const picture = style({ display: 'inline-flex', alignItems: 'center', flexShrink: 0, height: '1.45em' });
export const content = style({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' });
export const title = style({ fontWeight: vars.weight.semibold });
export const text = style({ selectors: { [`${title} + &`]: { marginTop: '0.125rem' } } });
/** The action, which wraps below the text on narrow screens. */
export const action = style({
  flexShrink: 0,
  alignSelf: 'center',
  '@media': { [media.belowDrawer]: { flexBasis: '100%' } },
});

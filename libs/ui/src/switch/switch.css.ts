import { style } from '@vanilla-extract/css';
import { field as fieldFrame, FINGER } from '../field/field.css.ts';
import { vars } from '../theme/vars.css.ts';

export const field = style([fieldFrame, { gap: 0 }]);
export const row = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[3],
  width: 'fit-content',
  minHeight: vars.control.sm,
  fontWeight: vars.weight.medium,
  cursor: 'pointer',
  '@media': { [FINGER]: { minHeight: '2.75rem' } },
  selectors: {
    '&[data-disabled]': { cursor: 'not-allowed', opacity: 0.55 },
    '&[data-readonly]': { cursor: 'default' },
  },
});
export const track = style({
  position: 'relative',
  flexShrink: 0,
  width: '2.25rem',
  height: '1.25rem',
  borderRadius: vars.radius.full,
  // The track is darker than a border, so that users can see a switch that is off.
  background: `color-mix(in srgb, ${vars.color.textSubtle} 78%, ${vars.color.surface})`,
  transition: `background ${vars.motion.normal} ${vars.motion.ease}`,
  selectors: {
    '[data-hovered] > &': { background: vars.color.textSubtle },
    '[data-selected] > &': { background: vars.color.primary },
    '[data-selected][data-hovered] > &': { background: vars.color.primaryHover },
    '[data-focus-visible] > &': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '2px' },
    '[data-invalid] > &': { outline: `2px solid ${vars.color.danger}`, outlineOffset: '2px' },
  },
});
export const thumb = style({
  position: 'absolute',
  insetBlock: '0.125rem',
  left: '0.125rem',
  width: '1rem',
  borderRadius: vars.radius.full,
  background: vars.color.surface,
  transition: `transform ${vars.motion.normal} ${vars.motion.ease}, width ${vars.motion.normal}`,
  selectors: {
    '[data-selected] > * > &': { transform: 'translateX(1rem)', background: vars.color.onPrimary },
    '[data-pressed] > * > &': { width: '1.125rem' },
    '[data-pressed][data-selected] > * > &': { transform: 'translateX(0.875rem)' },
  },
});
/** Notes under the switch, aligned with the label's text instead of the track. */
export const notes = style({ paddingLeft: '3rem', selectors: { '&:empty': { display: 'none' } } });

import { style, styleVariants, type StyleRule } from '@vanilla-extract/css';
import { media, vars } from '../theme/vars.css.ts';

/** Media query for touch screens: targets need 44 px, and phones zoom into a focused field with text below 16 px. */
export const FINGER = '(pointer: coarse)';
export const touchTarget = { '@media': { [FINGER]: { minHeight: '2.75rem', fontSize: '1rem' } } } satisfies StyleRule;

export const field = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: '0.375rem',
  minWidth: 0,
});
export const label = style({
  alignSelf: 'flex-start',
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
  lineHeight: 1.4,
  color: vars.color.text,
  cursor: 'default',
  selectors: {
    // Screen readers skip the mark, because they use `aria-required`.
    '[data-required] > &::after': { content: ["'*'", "'*' / ''"], marginLeft: '0.1875rem', color: vars.color.danger },
    '[data-disabled] > &': { color: vars.color.textSubtle },
  },
});
export const description = style({ fontSize: vars.text.sm, lineHeight: 1.4, color: vars.color.textSubtle });
export const error = style({
  display: 'flex',
  gap: '0.375rem',
  fontSize: vars.text.sm,
  lineHeight: 1.4,
  color: vars.color.danger,
});
/** Keeps the icon on the first line of a two-line fault. */
export const errorIcon = style({ display: 'inline-flex', flexShrink: 0, marginTop: '0.125rem' });

export const control = style({
  width: '100%',
  minWidth: 0,
  // Stronger than surrounding borders, so that inputs are easy to find in dark themes too.
  border: `1px solid ${vars.color.borderStrong}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
  boxShadow: vars.shadow.sm,
  color: vars.color.text,
  font: 'inherit',
  textAlign: 'start',
  transition: `border-color ${vars.motion.fast}, background ${vars.motion.fast}`,
  ...touchTarget,
  selectors: {
    '&::placeholder': { color: vars.color.textSubtle, opacity: 1 },
    '&:hover': { borderColor: vars.color.textSubtle },
    '[data-readonly] &': { background: vars.color.sunken, boxShadow: 'none', color: vars.color.textMuted },
    '[data-disabled] &': { background: vars.color.sunken, boxShadow: 'none', cursor: 'not-allowed', opacity: 0.6 },
    '[data-invalid] &': { borderColor: vars.color.danger },
    '&:is(:focus, [data-focus-visible])': {
      outline: `2px solid ${vars.color.focus}`,
      outlineOffset: '-1px',
      borderColor: 'transparent',
    },
    '[data-invalid] &:is(:focus, [data-focus-visible])': { outlineColor: vars.color.danger },
  },
});

export const size = styleVariants({
  sm: { minHeight: vars.control.sm, padding: `0 ${vars.space[2]}`, fontSize: vars.text.sm, ...touchTarget },
  default: { minHeight: vars.control.md, padding: `0 ${vars.space[3]}`, ...touchTarget },
  lg: { minHeight: vars.control.lg, padding: `0 ${vars.space[4]}`, fontSize: vars.text.lg, ...touchTarget },
});

/**
 * Aligns an element with the control next to it by adding the height of the label. On small screens, where the element is below the
 * control, adds nothing.
 */
export const besideField = style({
  marginTop: `calc(1.4 * ${vars.text.sm} + 0.375rem)`,
  '@media': { [media.belowDrawer]: { marginTop: 0 } },
});

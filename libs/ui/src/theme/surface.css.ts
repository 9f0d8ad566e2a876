import { keyframes, style } from '@vanilla-extract/css';
import { oneLine, vars } from './vars.css.ts';

/** Framed elements on the page: cards, lists, tables. */
export const surface = style({
  background: vars.color.surface,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.lg,
  boxShadow: vars.shadow.sm,
});

/** Properties of a button without frame, padding and background. */
export const bareButton = { padding: 0, border: 0, background: 'none', cursor: 'pointer' } as const;

/** Properties of a small button that shows only an icon. */
export const iconButton = {
  ...bareButton,
  display: 'grid',
  placeItems: 'center',
  borderRadius: vars.radius.sm,
  color: vars.color.textSubtle,
} as const;

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(-4px)' } });

/** Elements that open over the page at a control: menus, option lists, panels. */
export const floating = style({
  background: vars.color.raised,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.lg,
  boxShadow: vars.shadow.lg,
  outline: 'none',
  animation: `${appear} ${vars.motion.fast} ${vars.motion.ease}`,
});

/** A button that shows the selected value and opens a choice. It has `data-marked` if a value is selected. */
export const chooser = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  height: vars.control.md,
  maxWidth: '100%',
  padding: `0 ${vars.space[3]}`,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
  boxShadow: vars.shadow.sm,
  color: vars.color.text,
  cursor: 'pointer',
  transition: `border-color ${vars.motion.fast}, background ${vars.motion.fast}`,
  selectors: {
    '&:hover': { borderColor: vars.color.borderStrong },
    '&[data-marked]': { background: vars.color.primarySoft, borderColor: 'transparent', color: vars.color.primaryText },
  },
});
export const chosen = style({ ...oneLine, fontWeight: vars.weight.medium });
export const chevron = style({
  display: 'inline-flex',
  marginLeft: 'auto',
  color: vars.color.textSubtle,
  selectors: { '[data-marked] > &': { color: 'inherit' } },
});

/** A tinted icon next to a name. */
export const medallion = style({
  display: 'grid',
  placeItems: 'center',
  width: '2.5rem',
  height: '2.5rem',
  borderRadius: vars.radius.md,
  background: vars.color.primarySoft,
  color: vars.color.primaryText,
});

export const textLink = style({
  color: vars.color.primaryText,
  fontWeight: vars.weight.medium,
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
});

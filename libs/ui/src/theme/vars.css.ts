import { createGlobalTheme, createGlobalThemeContract } from '@vanilla-extract/css';

/** The colour variables of a theme. Each name is a purpose instead of a hue. */
export const color = createGlobalThemeContract(
  {
    /** The background of the page, below all surfaces. */
    canvas: 'canvas',
    surface: 'surface',
    raised: 'raised',
    sunken: 'sunken',
    overlay: 'overlay',
    hover: 'hover',
    border: 'border',
    borderStrong: 'border-strong',
    text: 'text',
    textMuted: 'text-muted',
    textSubtle: 'text-subtle',
    primary: 'primary',
    primaryHover: 'primary-hover',
    onPrimary: 'on-primary',
    /** Background of selected or new elements. `primaryText`: the text on it. */
    primarySoft: 'primary-soft',
    primaryText: 'primary-text',
    focus: 'focus',
    success: 'success',
    successSoft: 'success-soft',
    warning: 'warning',
    warningSoft: 'warning-soft',
    danger: 'danger',
    dangerSoft: 'danger-soft',
    shadow: 'shadow',
  },
  (name) => `color-${name}`,
);

const scales = createGlobalTheme(':root', {
  space: {
    1: '0.25rem',
    2: '0.5rem',
    3: '0.75rem',
    4: '1rem',
    5: '1.25rem',
    6: '1.5rem',
    8: '2rem',
    10: '2.5rem',
    12: '3rem',
    16: '4rem',
  },
  radius: { sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem', full: '999px' },
  font: {
    sans: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    mono: "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  },
  text: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem', xxl: '1.5rem' },
  weight: { regular: '400', medium: '500', semibold: '600', bold: '700' },
  control: { sm: '2rem', md: '2.375rem', lg: '2.75rem' },
  motion: { fast: '120ms', normal: '200ms', ease: 'cubic-bezier(0.2, 0, 0, 1)' },
});

const shadow = {
  sm: `0 1px 2px ${color.shadow}`,
  md: `0 1px 2px ${color.shadow}, 0 4px 12px ${color.shadow}`,
  lg: `0 2px 6px ${color.shadow}, 0 16px 40px ${color.shadow}`,
};

export const vars = { ...scales, color, shadow };

/** Widths of the window below which the layout changes. */
export const breakpoint = { drawer: '48rem', rail: '64rem' };

/** A text on one line, cut with an ellipsis. */
export const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

export const media = {
  belowDrawer: `(width < ${breakpoint.drawer})`,
  fromDrawer: `(width >= ${breakpoint.drawer})`,
  belowRail: `(width < ${breakpoint.rail})`,
  stillness: '(prefers-reduced-motion: reduce)',
};

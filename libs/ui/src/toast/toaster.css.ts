import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

export const toaster = style({
  // The repeated selector is more specific than the library's selector with two attributes.
  selectors: {
    '&&&': {
      fontFamily: vars.font.sans,
      vars: {
        '--border-radius': vars.radius.lg,
        '--normal-bg': vars.color.raised,
        '--normal-border': vars.color.border,
        '--normal-text': vars.color.text,
        '--info-bg': vars.color.raised,
        '--info-border': vars.color.border,
        '--info-text': vars.color.text,
        '--error-bg': vars.color.dangerSoft,
        '--error-border': vars.color.border,
        '--error-text': vars.color.danger,
        '--success-bg': vars.color.successSoft,
        '--success-border': vars.color.border,
        '--success-text': vars.color.success,
        '--warning-bg': vars.color.warningSoft,
        '--warning-border': vars.color.border,
        '--warning-text': vars.color.warning,
      },
    },
  },
});

/* Overrides the library's colour of the description, which fits only the library's own themes. */
globalStyle(`${toaster}${toaster}${toaster} [data-description]`, { color: 'inherit' });
globalStyle(`${toaster} .sonner-loading-bar`, { background: 'currentColor' });

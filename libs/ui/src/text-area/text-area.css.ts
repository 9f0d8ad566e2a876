import { style } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

export const area = style({
  // The text area grows with its text if the browser supports `field-sizing`; otherwise it scrolls and can be resized.
  fieldSizing: 'content',
  minHeight: '4.5rem',
  maxHeight: '20rem',
  padding: `${vars.space[2]} ${vars.space[3]}`,
  lineHeight: 1.5,
  resize: 'vertical',
});

import { style } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

export const area = style({
  // Grows with what is typed where the browser can; elsewhere it scrolls and can be dragged.
  fieldSizing: 'content',
  minHeight: '4.5rem',
  maxHeight: '20rem',
  padding: `${vars.space[2]} ${vars.space[3]}`,
  lineHeight: 1.5,
  resize: 'vertical',
});

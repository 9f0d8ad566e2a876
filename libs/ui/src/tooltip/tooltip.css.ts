import { keyframes, style } from '@vanilla-extract/css';
import { vars } from '../theme/vars.css.ts';

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(2px)' } });

/** The element around the trigger. It has no box, so that it does not affect the layout. */
export const trigger = style({ display: 'contents' });
export const tooltip = style({
  maxWidth: '18rem',
  padding: `0.375rem ${vars.space[3]}`,
  borderRadius: vars.radius.md,
  // Inverts the colours of the page.
  background: vars.color.text,
  color: vars.color.surface,
  boxShadow: vars.shadow.md,
  fontSize: vars.text.sm,
  lineHeight: 1.4,
  textWrap: 'balance',
  animation: `${appear} ${vars.motion.fast} ${vars.motion.ease}`,
});

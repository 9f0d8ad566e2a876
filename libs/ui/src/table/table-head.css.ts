import { globalStyle, style } from '@vanilla-extract/css';
import { bareButton } from '../theme/surface.css.ts';
import { vars } from '../theme/vars.css.ts';

export const resizable = style({ position: 'relative' });

export const sorter = style({
  ...bareButton,
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[1],
  color: 'inherit',
  font: 'inherit',
  ':hover': { color: vars.color.text },
});

/** An invisible slider for the keyboard and screen readers. A pointer drags the edge instead. */
export const slider = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  margin: 0,
  opacity: 0,
  pointerEvents: 'none',
});
/** The edge of a column, which users drag. It is wider than the visible line. */
export const edge = style({
  position: 'absolute',
  insetBlock: 0,
  right: 0,
  zIndex: 1,
  width: '0.625rem',
  cursor: 'col-resize',
  touchAction: 'none',
  '::after': {
    content: '',
    position: 'absolute',
    insetBlock: '25%',
    right: 0,
    width: 1,
    background: vars.color.borderStrong,
    opacity: 0.6,
  },
});
const activeStyle = { insetBlock: 0, width: 3, background: vars.color.primary, opacity: 1 };
globalStyle(`${edge}:is(:hover, :active)::after, ${slider}:focus-visible + ${edge}::after`, activeStyle);

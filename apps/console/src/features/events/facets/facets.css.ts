import { globalStyle, style } from '@vanilla-extract/css';
import { media, surface, vars } from '@portico/ui/styles';

/** Beside the table where there is room; below that a sheet takes its place. */
export const aside = style([
  surface,
  {
    alignSelf: 'start',
    minWidth: 0,
    padding: `${vars.space[2]} 0`,
  },
]);
export const section = style({
  padding: `0 ${vars.space[2]}`,
  selectors: {
    '& + &': {
      marginTop: vars.space[1],
      paddingTop: vars.space[1],
      borderTop: `1px solid ${vars.color.border}`,
    },
  },
});
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[1],
  minHeight: '2rem',
  padding: `0 ${vars.space[2]} 0 ${vars.space[1]}`,
  borderRadius: vars.radius.sm,
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  listStyle: 'none',
  cursor: 'pointer',
  userSelect: 'none',
  selectors: { '&:hover': { color: vars.color.text }, '&::-webkit-details-marker': { display: 'none' } },
});
export const marker = style({ display: 'inline-flex', transition: `transform ${vars.motion.fast}` });
globalStyle(`${section}[open] > ${summary} ${marker}`, { transform: 'rotate(90deg)' });

export const values = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 });
export const value = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  width: '100%',
  minHeight: '1.875rem',
  padding: `0 ${vars.space[2]}`,
  border: 0,
  borderRadius: vars.radius.sm,
  background: 'none',
  fontSize: vars.text.sm,
  textAlign: 'start',
  cursor: 'pointer',
  overflow: 'hidden',
  selectors: {
    '&:hover': { background: vars.color.hover },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&[aria-pressed=true]': {
      background: vars.color.primarySoft,
      color: vars.color.primaryText,
      fontWeight: vars.weight.medium,
    },
  },
  '@media': { [media.belowDrawer]: { minHeight: '2.5rem' } },
});
export const share = style({
  position: 'absolute',
  insetBlock: 0,
  left: 0,
  background: vars.color.hover,
  boxShadow: `inset -2px 0 ${vars.color.borderStrong}`,
  zIndex: 0,
  selectors: { '[aria-pressed=true] > &': { opacity: 0 } },
});
export const text = style({
  position: 'relative',
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const count = style({
  position: 'relative',
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontVariantNumeric: 'tabular-nums',
  selectors: { '[aria-pressed=true] > &': { color: 'inherit' } },
});
export const more = style({
  margin: `${vars.space[1]} 0`,
  padding: `${vars.space[1]} ${vars.space[2]}`,
  border: 0,
  borderRadius: vars.radius.sm,
  background: 'none',
  color: vars.color.primaryText,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  cursor: 'pointer',
  ':hover': { background: vars.color.hover },
});
export const none = style({
  padding: `0 ${vars.space[2]} ${vars.space[1]}`,
  color: vars.color.textSubtle,
  fontSize: vars.text.sm,
});
export const note = style({
  padding: `${vars.space[2]} ${vars.space[4]}`,
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
});
export const waiting = style({ display: 'grid', gap: vars.space[4], padding: vars.space[4] });

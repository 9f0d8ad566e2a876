import { globalStyle, style } from '@vanilla-extract/css';
import { bareButton, iconButton, media, oneLine, surface, vars } from '@portico/ui/styles';

export const aside = style([surface, { alignSelf: 'start', minWidth: 0, padding: `${vars.space[2]} 0` }]);
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
  ...bareButton,
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  width: '100%',
  minHeight: '1.875rem',
  padding: `0 ${vars.space[2]}`,
  borderRadius: vars.radius.sm,
  fontSize: vars.text.sm,
  textAlign: 'start',
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
export const row = style({ position: 'relative' });
export const actions = style({
  position: 'absolute',
  insetBlock: 0,
  right: vars.space[1],
  display: 'flex',
  alignItems: 'center',
  background: vars.color.surface,
  borderRadius: vars.radius.sm,
  opacity: 0,
  selectors: { [`${row}:hover &, ${row}:focus-within &`]: { opacity: 1 } },
  '@media': { '(hover: none)': { position: 'static', opacity: 1 } },
});
export const action = style({
  ...iconButton,
  width: '1.625rem',
  height: '1.625rem',
  selectors: {
    '&:hover': { background: vars.color.hover, color: vars.color.text },
    '&[aria-pressed=true]': { color: vars.color.primaryText },
  },
  '@media': { [media.belowDrawer]: { width: '2.5rem', height: '2.5rem' } },
});
globalStyle(`${row}:has(${actions})`, { '@media': { '(hover: none)': { display: 'flex' } } });
export const find = style({
  width: `calc(100% - 2 * ${vars.space[2]})`,
  height: '1.75rem',
  margin: `0 ${vars.space[2]} ${vars.space[1]}`,
  padding: `0 ${vars.space[2]}`,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.sm,
  background: vars.color.surface,
  fontSize: vars.text.xs,
  '::placeholder': { color: vars.color.textSubtle, opacity: 1 },
});
export const excluded = style({ color: vars.color.textSubtle, fontSize: vars.text.xs, fontStyle: 'italic' });
export const text = style({
  ...oneLine,
  position: 'relative',
  flex: 1,
  minWidth: 0,
  selectors: { '[data-excluded] > &': { textDecoration: 'line-through', color: vars.color.textSubtle } },
});
export const count = style({
  position: 'relative',
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontVariantNumeric: 'tabular-nums',
  selectors: { '[aria-pressed=true] > &': { color: 'inherit' } },
});
export const more = style({
  ...bareButton,
  margin: `${vars.space[1]} 0`,
  padding: `${vars.space[1]} ${vars.space[2]}`,
  borderRadius: vars.radius.sm,
  color: vars.color.primaryText,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
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

import { globalStyle, style } from '@vanilla-extract/css';
import { bareButton, oneLine, vars } from '@portico/ui/styles';

export const panel = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  width: '20rem',
  maxWidth: '100%',
});
export const lists = style({ maxHeight: 'min(24rem, 50dvh)', overflowY: 'auto' });
export const views = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  padding: vars.space[1],
  ':empty': { display: 'none' },
});
export const view = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center' });
export const owner = style({ flexBasis: '100%', fontSize: vars.text.sm });
export const apply = style({
  ...bareButton,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  flex: 1,
  minWidth: 0,
  minHeight: '2.25rem',
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.md,
  textAlign: 'start',
  selectors: {
    '&:hover': { background: vars.color.hover },
    '&[aria-current]': { color: vars.color.primaryText, fontWeight: vars.weight.medium },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
});
export const name = style({ ...oneLine, flex: 1 });
export const note = style({
  padding: `${vars.space[3]} ${vars.space[4]} ${vars.space[2]}`,
  color: vars.color.textMuted,
  fontSize: vars.text.sm,
});
export const waiting = style({ display: 'grid', gap: vars.space[3], padding: vars.space[4] });
export const save = style({ padding: vars.space[3], borderTop: `1px solid ${vars.color.border}` });
export const form = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: vars.space[2],
  flex: 1,
  padding: vars.space[1],
});
export const shared = style({
  flexShrink: 0,
  maxWidth: '45%',
  padding: `1px ${vars.space[2]}`,
  borderRadius: vars.radius.full,
  background: vars.color.sunken,
  color: vars.color.textMuted,
  fontSize: vars.text.xs,
  ...oneLine,
});
export const hidden = style({
  padding: `${vars.space[2]} ${vars.space[4]}`,
  color: vars.color.textMuted,
  fontSize: vars.text.sm,
  cursor: 'pointer',
});
export const hint = style({ color: vars.color.textMuted, fontSize: vars.text.sm });
export const pin = style({
  display: 'inline-flex',
  color: vars.color.textSubtle,
  selectors: { '&[data-pinned]': { color: vars.color.primaryText } },
});
globalStyle(`${pin}[data-pinned] svg`, { fill: 'currentColor' });

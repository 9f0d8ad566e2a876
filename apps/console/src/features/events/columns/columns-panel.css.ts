import { style } from '@vanilla-extract/css';
import { iconButton, media, oneLine, vars } from '@portico/ui/styles';

const touch = { '@media': { [media.belowDrawer]: { minHeight: '2.5rem', minWidth: '2.5rem' } } };

export const panel = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  width: '20rem',
  maxWidth: '100%',
});
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  maxHeight: 'min(20rem, 45dvh)',
  overflowY: 'auto',
  padding: vars.space[2],
  outline: 'none',
});
export const column = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: '2rem',
  paddingLeft: vars.space[2],
  borderRadius: vars.radius.sm,
  ':hover': { background: vars.color.hover },
});
export const name = style({ ...oneLine, flex: 1, minWidth: 0 });
export const action = style({
  ...iconButton,
  width: '1.75rem',
  height: '1.75rem',
  selectors: {
    '&:hover:not(:disabled, [aria-disabled=true])': { color: vars.color.text },
    '&:is(:disabled, [aria-disabled=true])': { opacity: 0.35, cursor: 'default' },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
  ...touch,
});
export const more = style({
  display: 'grid',
  gap: vars.space[2],
  padding: vars.space[3],
  borderTop: `1px solid ${vars.color.border}`,
  ':empty': { display: 'none' },
});
export const others = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[1] });
export const other = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[1],
  minHeight: '1.75rem',
  padding: `0 ${vars.space[3]} 0 ${vars.space[2]}`,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.full,
  background: 'none',
  color: vars.color.textMuted,
  fontSize: vars.text.xs,
  cursor: 'pointer',
  ':hover': { borderColor: vars.color.borderStrong, color: vars.color.text },
  ...touch,
});
export const add = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: vars.space[2] });
export const input = style({
  minWidth: 0,
  height: vars.control.sm,
  padding: `0 ${vars.space[2]}`,
  border: `1px solid ${vars.color.borderStrong}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
  fontFamily: vars.font.mono,
  fontSize: vars.text.xs,
  '::placeholder': { color: vars.color.textSubtle, opacity: 1 },
  selectors: { '&[aria-invalid]': { borderColor: vars.color.danger } },
});
export const fault = style({ gridColumn: '1 / -1', color: vars.color.danger, fontSize: vars.text.xs });
export const foot = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  padding: vars.space[3],
  borderTop: `1px solid ${vars.color.border}`,
});

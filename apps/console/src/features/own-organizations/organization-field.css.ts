import { style } from '@vanilla-extract/css';
import { oneLine, vars } from '@portico/ui/styles';

export const only = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });

export const name = style({ ...oneLine, minWidth: 0 });
export const panel = style({ display: 'grid', gap: vars.space[2], width: '20rem', padding: vars.space[2] });
export const list = style({ display: 'grid', gap: 2 });
export const choice = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  width: '100%',
  minHeight: vars.control.md,
  padding: `0 ${vars.space[3]}`,
  border: 0,
  borderRadius: vars.radius.md,
  background: 'none',
  color: vars.color.text,
  textAlign: 'start',
  cursor: 'pointer',
  selectors: {
    '&:hover': { background: vars.color.hover },
    '&[aria-current=true]': { color: vars.color.primaryText, fontWeight: vars.weight.medium },
  },
});
export const note = style({
  padding: `${vars.space[2]} ${vars.space[3]}`,
  color: vars.color.textMuted,
  ':empty': { display: 'none' },
});

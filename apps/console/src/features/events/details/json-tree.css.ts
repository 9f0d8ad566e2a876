import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const tree = style({
  padding: vars.space[2],
  overflowX: 'auto',
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.sunken,
  fontFamily: vars.font.mono,
  fontSize: vars.text.xs,
});
export const entries = style({
  selectors: { '& &': { marginLeft: '0.9375rem', borderLeft: `1px solid ${vars.color.border}` } },
});
export const line = style({
  display: 'flex',
  alignItems: 'baseline',
  gap: vars.space[2],
  minHeight: '1.875rem',
  padding: `2px ${vars.space[2]} 2px 1.625rem`,
  borderRadius: vars.radius.sm,
  lineHeight: 1.5,
  listStyle: 'none',
  selectors: {
    '&:hover': { background: vars.color.hover },
    'summary&': { paddingLeft: vars.space[2], cursor: 'pointer' },
    '&::-webkit-details-marker': { display: 'none' },
  },
});
export const marker = style({
  display: 'inline-flex',
  alignSelf: 'center',
  width: '0.625rem',
  color: vars.color.textSubtle,
  transition: `transform ${vars.motion.fast}`,
});
globalStyle(`details[open] > ${line} > ${marker}`, { transform: 'rotate(90deg)' });
export const name = style({ color: vars.color.primaryText, whiteSpace: 'nowrap' });
export const subtle = style({ color: vars.color.textSubtle });
export const value = style({
  flex: 1,
  minWidth: '8rem',
  color: vars.color.text,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  selectors: {
    '&[data-type=number], &[data-type=boolean]': { color: vars.color.warning },
    '&[data-type=null]': { color: vars.color.textSubtle },
  },
});
export const actions = style({
  display: 'inline-flex',
  alignSelf: 'start',
  opacity: 0,
  selectors: { [`${line}:hover &, &:focus-within`]: { opacity: 1 } },
  '@media': { '(hover: none)': { opacity: 1 } },
});

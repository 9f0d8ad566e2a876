import { style } from '@vanilla-extract/css';
import { media, oneLine, surface, vars } from '@portico/ui/styles';

export const list = style([
  surface,
  {
    transition: `opacity ${vars.motion.normal}`,
    selectors: { '&[data-stale]': { opacity: 0.6 } },
  },
]);
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${vars.space[3]} ${vars.space[4]}`,
  padding: `${vars.space[4]} ${vars.space[5]}`,
  selectors: { '& + &': { borderTop: `1px solid ${vars.color.border}` } },
  '@media': { [media.belowDrawer]: { padding: vars.space[4] } },
});
export const words = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  flex: '1 1 18rem',
  minWidth: 0,
  gap: vars.space[1],
});
export const states = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] });
export const title = style({
  fontSize: vars.text.lg,
  fontWeight: vars.weight.semibold,
  lineHeight: 1.4,
  overflowWrap: 'anywhere',
});
export const titleLink = style({
  color: 'inherit',
  textDecoration: 'none',
  selectors: { '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.2em' } },
});
export const facts = style({ display: 'flex', flexWrap: 'wrap', color: vars.color.textMuted });
export const fact = style({
  overflowWrap: 'anywhere',
  selectors: {
    '&:not(:last-child)::after': { content: '·', padding: `0 ${vars.space[2]}`, color: vars.color.textSubtle },
  },
});
export const note = style({ color: vars.color.textMuted });
/** The remote system's message. */
export const reason = style({
  paddingInlineStart: vars.space[3],
  borderInlineStart: `3px solid ${vars.color.borderStrong}`,
  overflowWrap: 'anywhere',
});
export const advice = style({ fontWeight: vars.weight.medium });
export const noteCut = style({ ...oneLine, color: vars.color.textMuted, fontSize: vars.text.sm });

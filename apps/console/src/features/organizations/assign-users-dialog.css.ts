import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

/** The unit for the heights of the assigned list and the available list. */
const UNIT = '0.25rem';

export const heading = style({ fontSize: vars.text.md, fontWeight: vars.weight.semibold });
const frame = style({
  display: 'grid',
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
});
export const assigned = style([frame, { height: `calc(36 * ${UNIT})` }]);
export const available = style([frame, { height: `calc(52 * ${UNIT})` }]);
export const user = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  minHeight: '3rem',
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderBottom: `1px solid ${vars.color.border}`,
  // The browser does not lay out rows outside the viewport, because a list may have thousands of rows.
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 3rem',
  '@media': { [media.belowDrawer]: { flexWrap: 'wrap' } },
});
export const email = style({ flex: '1 1 9rem', minWidth: 0, overflowWrap: 'anywhere' });
export const approved = style({ color: vars.color.textMuted, fontSize: vars.text.sm });
export const person = style({ display: 'grid', flex: 1, minWidth: 0 });
export const name = style({ fontWeight: vars.weight.medium });
export const note = style({ color: vars.color.textMuted, fontSize: vars.text.sm, overflowWrap: 'anywhere' });
export const empty = style({ padding: vars.space[4], color: vars.color.textSubtle });
export const more = style({ display: 'grid', justifyItems: 'center', padding: vars.space[2] });
export const changes = style({ margin: `${vars.space[2]} 0`, paddingLeft: vars.space[5] });

import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const fieldset = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: vars.space[2],
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
});
export const legend = style({
  marginBottom: vars.space[2],
  padding: 0,
  fontSize: vars.text.md,
  fontWeight: vars.weight.semibold,
});
export const note = style({ color: vars.color.textMuted, fontSize: vars.text.sm });
/** The sentence that describes a draft in a dialog. */
export const preview = style({
  padding: vars.space[3],
  borderRadius: vars.radius.md,
  background: vars.color.primarySoft,
  color: vars.color.primaryText,
  fontWeight: vars.weight.medium,
  overflowWrap: 'anywhere',
});
/** The notices that a rule would have sent. */
export const outcome = style({
  padding: vars.space[3],
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.md,
  fontSize: vars.text.sm,
  overflowWrap: 'anywhere',
});
export const notices = style({ marginTop: vars.space[2], paddingInlineStart: vars.space[5] });

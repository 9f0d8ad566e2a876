import { style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 26rem) 9rem auto',
  justifyContent: 'start',
  alignItems: 'start',
  gap: vars.space[3],
  '@media': { [media.belowDrawer]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const summary = style({ cursor: 'pointer', color: vars.color.textMuted, fontWeight: vars.weight.medium });

export const roles = style({ display: 'grid', gap: vars.space[1], fontSize: vars.text.sm });
export const role = style({ display: 'grid', gridTemplateColumns: '5rem minmax(0, 1fr)', gap: vars.space[2] });
export const roleName = style({ fontWeight: vars.weight.medium });
export const roleAbout = style({ color: vars.color.textMuted });

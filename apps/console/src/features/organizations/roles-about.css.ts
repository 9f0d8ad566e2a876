import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const roles = style({ display: 'grid', gap: vars.space[1], margin: 0, fontSize: vars.text.sm });
export const role = style({ display: 'grid', gridTemplateColumns: '5rem minmax(0, 1fr)', gap: vars.space[2] });
export const name = style({ fontWeight: vars.weight.medium });
export const about = style({ margin: 0, color: vars.color.textMuted });

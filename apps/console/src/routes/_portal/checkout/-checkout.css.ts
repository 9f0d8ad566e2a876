import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const field = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[1] });
export const label = style({ fontSize: vars.text.sm, color: vars.color.textMuted });

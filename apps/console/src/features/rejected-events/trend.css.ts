import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const trend = style({ display: 'block', maxWidth: '100%' });
export const some = style({ fill: vars.color.danger });
export const none = style({ fill: vars.color.borderStrong });

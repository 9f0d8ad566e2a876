import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const trend = style({ display: 'block', maxWidth: '100%' });
export const failures = style({ fill: vars.color.danger });
export const usage = style({ fill: vars.color.primary });
export const none = style({ fill: vars.color.borderStrong });

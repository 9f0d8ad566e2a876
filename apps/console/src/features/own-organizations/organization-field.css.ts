import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const only = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });

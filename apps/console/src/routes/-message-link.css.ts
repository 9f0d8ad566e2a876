import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

export const page = style({ width: '100%', maxWidth: '40rem', margin: '0 auto', padding: vars.space[4] });

import { vars } from '@portico/ui/styles';

/** The design variables of the editor, copied so that the first load does not contain all variables. */
export const { color, font, radius, space, text, weight } = vars;

import { vars } from '@portico/ui/styles';

/** The design's variables for the editor, whose look is made where it runs: a copy, or every first page would have them all. */
export const { color, font, radius, space, text, weight } = vars;

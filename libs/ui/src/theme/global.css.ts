import { globalStyle } from '@vanilla-extract/css';
import { media, vars } from './vars.css.ts';

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' });
globalStyle('html', {
  height: '100%',
  WebkitTextSizeAdjust: '100%',
  scrollbarColor: `${vars.color.borderStrong} transparent`,
});
globalStyle('body', {
  minHeight: '100%',
  margin: 0,
  background: vars.color.canvas,
  color: vars.color.text,
  fontFamily: vars.font.sans,
  fontSize: vars.text.md,
  lineHeight: 1.5,
  WebkitFontSmoothing: 'antialiased',
  MozOsxFontSmoothing: 'grayscale',
});
globalStyle('h1, h2, h3, p, dl, dd, ul, ol, figure', { margin: 0, padding: 0 });
globalStyle('ul, ol', { listStyle: 'none' });
globalStyle('button, input', { font: 'inherit', color: 'inherit' });
globalStyle('a', { color: 'inherit' });
globalStyle(':focus-visible', { outline: `2px solid ${vars.color.focus}`, outlineOffset: '2px' });
globalStyle('::selection', { background: vars.color.primarySoft, color: vars.color.primaryText });
globalStyle('*, *::before, *::after', {
  '@media': {
    [media.stillness]: {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
    },
  },
});

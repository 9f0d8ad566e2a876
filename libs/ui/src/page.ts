// Styles of the page, imported once by its entry. Components import their own.
import '@fontsource-variable/inter/wght.css';
import './theme/themes.css.ts';
import './theme/global.css.ts';

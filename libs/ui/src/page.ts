// Styles of the whole page, which the entry file imports once. Components import their own styles.
import '@fontsource-variable/inter/wght.css';
import './theme/themes.css.ts';
import './theme/global.css.ts';

/* A theme is a scheme (light or dark) with a primary colour. Text has a contrast of at least 4.5:1 on each of its surfaces, which
   palettes.spec.ts checks. */

const light = {
  canvas: '#f5f8f8',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#eef3f3',
  overlay: 'rgb(11 27 30 / 45%)',
  hover: '#f2f6f6',
  border: '#e0e8e9',
  borderStrong: '#c5d1d3',
  text: '#0e1e21',
  textMuted: '#455a5f',
  textSubtle: '#5b6d72',
  success: '#146c3a',
  successSoft: '#e4f5ea',
  warning: '#8a4b08',
  warningSoft: '#fdf2d8',
  danger: '#b3201f',
  dangerSoft: '#fdebea',
  shadow: 'rgb(13 38 43 / 7%)',
};

const dark = {
  canvas: '#0a1113',
  surface: '#10191c',
  raised: '#162225',
  sunken: '#0c1517',
  overlay: 'rgb(0 0 0 / 62%)',
  hover: '#1c2b2f',
  border: '#1f2d31',
  borderStrong: '#34474c',
  text: '#e7efef',
  textMuted: '#a8b9bc',
  textSubtle: '#879b9f',
  success: '#5fdc91',
  successSoft: '#0f2b1c',
  warning: '#f6c860',
  warningSoft: '#2e2410',
  danger: '#fca09c',
  dangerSoft: '#35191a',
  shadow: 'rgb(0 0 0 / 38%)',
};

/** The light scheme with greys that are tinted towards blue, for blue as the primary colour. */
const coolLight = {
  ...light,
  canvas: '#f5f7fb',
  sunken: '#eef2f8',
  overlay: 'rgb(15 23 42 / 45%)',
  hover: '#f2f5fa',
  border: '#e1e7f0',
  borderStrong: '#c6d0df',
  text: '#0f1a2e',
  textMuted: '#445268',
  textSubtle: '#58667d',
  shadow: 'rgb(16 32 66 / 7%)',
};
const coolDark = {
  ...dark,
  canvas: '#0a0f1a',
  surface: '#101726',
  raised: '#162033',
  sunken: '#0c1320',
  hover: '#1d293f',
  border: '#1f2b40',
  borderStrong: '#35435d',
  text: '#e7ecf5',
  textMuted: '#a9b6ca',
  textSubtle: '#8797b0',
};

const teal = {
  light: {
    primary: '#0b766d',
    primaryHover: '#085e57',
    onPrimary: '#ffffff',
    primarySoft: '#dff3f0',
    primaryText: '#0a6860',
    focus: '#0d9488',
  },
  dark: {
    primary: '#2fcfbb',
    primaryHover: '#5fe3d2',
    onPrimary: '#04211e',
    primarySoft: '#10302d',
    primaryText: '#63e0d0',
    focus: '#2fcfbb',
  },
};

const blue = {
  light: {
    primary: '#2456d6',
    primaryHover: '#1b44b0',
    onPrimary: '#ffffff',
    primarySoft: '#e3ebfd',
    primaryText: '#1f4cc0',
    focus: '#3b74f2',
  },
  dark: {
    primary: '#7ba6ff',
    primaryHover: '#a3c1ff',
    onPrimary: '#081530',
    primarySoft: '#15264a',
    primaryText: '#9dbdff',
    focus: '#7ba6ff',
  },
};

export const themes = {
  light: { ...light, ...teal.light },
  dark: { ...dark, ...teal.dark },
  'light-blue': { ...coolLight, ...blue.light },
  'dark-blue': { ...coolDark, ...blue.dark },
};

export type ThemeName = keyof typeof themes;

import { createContainer, globalStyle, keyframes, style, type StyleRule } from '@vanilla-extract/css';
import { surface } from '../theme/surface.css.ts';
import { media, vars } from '../theme/vars.css.ts';

const box = createContainer();
/** Narrower than this a row is shown as a card. */
const CARDS = '(width < 46rem)';
const ROWS = '(width >= 46rem)';
/** Narrower than this many columns only fit closer together. */
const TIGHT = '(46rem <= width < 68rem)';
const SMALL_CARDS = '(width < 28rem)';

export const frame = style([
  surface,
  {
    containerName: box,
    containerType: 'inline-size',
    // A column that still does not fit is scrolled to, never cut off.
    overflowX: 'auto',
    overflowY: 'hidden',
  },
]);

/** Many rows scroll in a frame of their own, under a header that stays. */
export const scrolls = style({ maxHeight: 'min(70dvh, 48rem)', overflow: 'auto', overscrollBehavior: 'contain' });

export const table = style({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  transition: `opacity ${vars.motion.normal}`,
  selectors: { '&[data-stale]': { opacity: 0.6 } },
  '@container': {
    [`${box} ${CARDS}`]: { display: 'block' },
    [`${box} ${ROWS}`]: { selectors: { '&[data-fixed]': { tableLayout: 'fixed', minWidth: '48rem' } } },
  },
});

export const head = style({
  '@container': {
    [`${box} ${CARDS}`]: { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
});
globalStyle(`${scrolls} thead th`, { position: 'sticky', top: 0, zIndex: 1 });
/** Stands for the rows that are not on the page. */
export const space = style({ '@container': { [`${box} ${CARDS}`]: { display: 'block' } } });
export const bodyRows = style({ '@container': { [`${box} ${CARDS}`]: { display: 'block' } } });

export const headerCell = style({
  padding: `0 ${vars.space[3]}`,
  height: '2.5rem',
  background: vars.color.sunken,
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  textAlign: 'start',
  whiteSpace: 'nowrap',
  '@container': { [`${box} ${TIGHT}`]: { padding: `0 ${vars.space[2]}` } },
});

const arrive = keyframes({
  from: { background: vars.color.primarySoft, opacity: 0.3 },
  '30%': { background: vars.color.primarySoft, opacity: 1 },
});

export const row = style({
  borderTop: `1px solid ${vars.color.border}`,
  selectors: {
    '&[data-opens]': { cursor: 'pointer' },
    '&[data-opens]:hover': { background: vars.color.hover },
    '&:has(:focus-visible)': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '-2px' },
    '&[aria-current]': { background: vars.color.primarySoft },
    '&[data-fresh]': { animation: `${arrive} 1.8s ${vars.motion.ease}` },
  },
  '@media': { [media.stillness]: { selectors: { '&[data-fresh]': { animation: 'none' } } } },
  '@container': {
    [`${box} ${CARDS}`]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, auto) minmax(0, 1fr) auto',
      alignItems: 'center',
      gap: `${vars.space[1]} ${vars.space[2]}`,
      padding: `${vars.space[3]} ${vars.space[4]}`,
    },
  },
});

export const cell = style({
  height: '3.25rem',
  selectors: { [`${table}[data-compact] &`]: { height: '2.5rem', fontSize: vars.text.sm } },
  padding: `0 ${vars.space[3]}`,
  maxWidth: '16rem',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '@container': {
    [`${box} ${CARDS}`]: {
      height: 'auto',
      padding: 0,
      maxWidth: 'none',
      minWidth: 0,
      selectors: { [`${table}[data-compact] &`]: { height: 'auto' } },
    },
    [`${box} ${TIGHT}`]: { padding: `0 ${vars.space[2]}`, maxWidth: '11rem', fontSize: vars.text.sm },
    [`${box} ${ROWS}`]: {
      selectors: {
        [`${row} > &:first-child`]: { paddingLeft: vars.space[5] },
        [`${row} > &:last-child`]: { paddingRight: vars.space[5] },
      },
    },
  },
});
globalStyle(`${head} th:first-child`, { paddingLeft: vars.space[5] });
globalStyle(`${head} th:last-child`, { paddingRight: vars.space[5] });

const place = (card: StyleRule, smallCard: StyleRule = {}) =>
  style({ '@container': { [`${box} ${CARDS}`]: card, [`${box} ${SMALL_CARDS}`]: smallCard } });
const note = { color: vars.color.textSubtle, fontSize: vars.text.sm };

/** Where a column's value stands on the card: its title, its line, or the small print below; at the end of each, or next to it. */
export const inCard = {
  title: place({ gridArea: '1 / 1 / 2 / 3' }),
  titleEnd: place({ gridArea: '1 / 3', justifySelf: 'end' }),
  line: place({ gridArea: '2 / 1 / 3 / 3' }),
  lineEnd: place({ gridArea: '2 / 3', justifySelf: 'end' }),
  note: place({ gridArea: '3 / 1', ...note }),
  noteNext: place({
    gridArea: '3 / 2',
    marginLeft: `calc(-1 * ${vars.space[1]})`,
    ...note,
    '::before': { content: '· ' },
  }),
  noteEnd: place(
    { gridArea: '3 / 3', justifySelf: 'end', ...note },
    { gridArea: '4 / 1 / 5 / 4', justifySelf: 'start' },
  ),
};

/** A value that says nothing by itself: on the card its column's name stands before it. */
export const named = place({ '::before': { content: 'attr(data-header) " "', color: vars.color.textSubtle } });

/** The button that opens a row from the keyboard; a click anywhere in the row reaches it too. */
export const opener = style({
  display: 'block',
  width: '100%',
  padding: 0,
  border: 0,
  background: 'none',
  textAlign: 'start',
  fontWeight: vars.weight.medium,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  cursor: 'inherit',
  ':focus-visible': { outline: 'none' },
});

export const emptyRow = style({ '@container': { [`${box} ${CARDS}`]: { display: 'block' } } });
export const emptyCell = style({
  padding: 0,
  borderTop: `1px solid ${vars.color.border}`,
  '@container': { [`${box} ${CARDS}`]: { display: 'block' } },
});

import { createContainer, globalStyle, keyframes, style, type StyleRule } from '@vanilla-extract/css';
import { surface } from '../theme/surface.css.ts';
import { media, vars } from '../theme/vars.css.ts';

type ContainerRule = NonNullable<StyleRule['@container']>[string];

const box = createContainer();
/** A table that fills its frame is dense: it stays a table on narrower screens. */
const filledBox = createContainer();

/** Where a row is a card. */
const inCards = (rule: ContainerRule) => ({
  [`${box} (width < 46rem)`]: rule,
  [`${filledBox} (width < 34rem)`]: rule,
});
const inRows = (rule: ContainerRule, filled: ContainerRule = rule) => ({
  [`${box} (width >= 46rem)`]: rule,
  [`${filledBox} (width >= 34rem)`]: filled,
});
/** Where many columns only fit with smaller gaps. */
const ifTight = (rule: ContainerRule, filled: ContainerRule = rule) => ({
  [`${box} (46rem <= width < 68rem)`]: rule,
  [`${filledBox} (34rem <= width < 68rem)`]: filled,
});

export const frame = style([
  surface,
  {
    containerName: box,
    containerType: 'inline-size',
    // A column that does not fit can be scrolled to and is never cut off.
    overflowX: 'auto',
    overflowY: 'hidden',
  },
]);

const scrolling = { overflow: 'auto', overscrollBehavior: 'contain' } as const;
/** Many rows scroll in their own frame, below a fixed header. */
export const scrolls = style({ ...scrolling, maxHeight: 'min(70dvh, 48rem)' });
/** As tall as possible. The caller keeps the viewed row in place, because it knows which one that is. */
export const filled = style({ ...scrolling, containerName: filledBox, height: '100%', overflowAnchor: 'none' });

export const table = style({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  transition: `opacity ${vars.motion.normal}`,
  selectors: { '&[data-stale]': { opacity: 0.6 } },
  '@container': {
    ...inCards({ display: 'block' }),
    ...inRows({ selectors: { '&[data-fixed]': { tableLayout: 'fixed', minWidth: 'var(--least)' } } }),
    [`${box} (46rem <= width < 75rem)`]: {
      selectors: { '&[data-fixed]': { tableLayout: 'fixed', minWidth: 'var(--least-tight)' } },
    },
  },
});

export const head = style({
  '@container': inCards({
    position: 'absolute',
    width: 1,
    height: 1,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    visibility: 'hidden',
  }),
});
globalStyle(`:is(${scrolls}, ${filled}) thead th`, { position: 'sticky', top: 0, zIndex: 2 });
/** Hidden where there is little room. */
export const droppedFirst = style({
  '@container': {
    [`${filledBox} (34rem <= width < 50rem)`]: { display: 'none' },
    [`${box} (46rem <= width < 75rem)`]: { display: 'none' },
  },
});
/** Space for rows that are not rendered. */
export const space = style({ '@container': inCards({ display: 'block' }) });
export const bodyRows = style({ '@container': inCards({ display: 'block' }) });

export const headerCell = style({
  padding: `0 ${vars.space[3]}`,
  height: '2.5rem',
  background: vars.color.sunken,
  color: vars.color.textSubtle,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  textAlign: 'start',
  whiteSpace: 'nowrap',
  selectors: {
    [`${table}[data-density=compact] &`]: { height: '1.625rem' },
    [`${table}[data-many] &`]: { paddingInline: vars.space[2] },
    '&[data-note]::after': { content: 'attr(data-note)', marginLeft: vars.space[1], fontWeight: vars.weight.regular },
  },
  '@container': ifTight({ padding: `0 ${vars.space[2]}` }),
});

const arrive = keyframes({ 'from, 30%': { background: vars.color.primarySoft } });

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
  '@container': inCards({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, auto) minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: `${vars.space[1]} ${vars.space[2]}`,
    padding: `${vars.space[3]} ${vars.space[4]}`,
    selectors: {
      [`${table}[data-density] &`]: { gap: `2px ${vars.space[2]}`, padding: `${vars.space[2]} ${vars.space[3]}` },
    },
  }),
});

export const cell = style({
  height: '3.25rem',
  selectors: {
    [`${table}[data-density] &`]: { height: '2.5rem', fontSize: vars.text.sm },
    // The border is part of the height; another font must not increase it.
    [`${table}[data-density=compact] &`]: { height: '1.75rem', lineHeight: '1.5rem' },
  },
  padding: `0 ${vars.space[3]}`,
  maxWidth: '16rem',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '@container': {
    ...inCards({
      height: 'auto',
      padding: 0,
      maxWidth: 'none',
      minWidth: 0,
      selectors: { [`${table}[data-density] &`]: { height: 'auto', lineHeight: 1.5 } },
    }),
    ...ifTight(
      { padding: `0 ${vars.space[2]}`, maxWidth: '11rem', fontSize: vars.text.sm },
      { padding: `0 ${vars.space[2]}` },
    ),
    ...inRows(
      {
        selectors: {
          [`${table}[data-many] &`]: { paddingInline: vars.space[2] },
          [`${table} ${row} > &:first-child`]: { paddingLeft: vars.space[5] },
          [`${table} ${row} > &:last-child`]: { paddingRight: vars.space[5] },
        },
      },
      {
        selectors: {
          [`${table}[data-many] &`]: { paddingInline: vars.space[2] },
          [`${table} ${row} > &:first-child`]: { paddingLeft: vars.space[3] },
          [`${table} ${row} > &:last-child`]: { paddingRight: vars.space[3] },
        },
      },
    ),
  },
});
globalStyle(`${table} ${head} th:first-child`, { paddingLeft: vars.space[5] });
globalStyle(`${table} ${head} th:last-child`, { paddingRight: vars.space[5] });
globalStyle(`${filled} ${table} ${head} th:first-child`, { paddingLeft: vars.space[3] });
globalStyle(`${filled} ${table} ${head} th:last-child`, { paddingRight: vars.space[3] });

// In a dense list, cards stay low: the small print is next to the time, and may be cut.
const place = (card: ContainerRule, smallCard: ContainerRule = {}) =>
  style({ '@container': { ...inCards(card), [`${box} (width < 28rem)`]: smallCard } });
const note = { color: vars.color.textSubtle, fontSize: vars.text.sm };

/** Places of a column's value on the card: its title, its line, the small print, or two more lines; each at the start or the end. */
export const inCard = {
  title: place({ gridArea: '1 / 1 / 2 / 3' }),
  titleEnd: place({ gridArea: '1 / 3', justifySelf: 'end' }),
  line: style({
    '@container': {
      ...inCards({ gridArea: '2 / 1 / 3 / 3' }),
      // The time below is longer than the value at the end.
      [`${filledBox} (width < 34rem)`]: { gridArea: '2 / 1 / 3 / 4', paddingRight: '4rem' },
    },
  }),
  lineEnd: place({ gridArea: '2 / 3', justifySelf: 'end' }),
  note: place({ gridArea: '3 / 1', ...note }),
  noteNext: place({
    gridArea: '3 / 2',
    marginLeft: `calc(-1 * ${vars.space[1]})`,
    ...note,
    '::before': { content: '· ' },
  }),
  /** Below all others. */
  extra: place({ gridColumn: '1 / 4', ...note }),
  noteEnd: place(
    { gridArea: '3 / 3', justifySelf: 'end', ...note },
    { gridArea: '4 / 1 / 5 / 4', justifySelf: 'start' },
  ),
  more: place({ gridArea: '5 / 1 / 6 / 3', fontSize: vars.text.sm }),
  moreEnd: place({ gridArea: '5 / 3', justifySelf: 'end', fontSize: vars.text.sm }),
  last: place({ gridArea: '6 / 1 / 7 / 3', fontSize: vars.text.sm }),
  lastEnd: place({ gridArea: '6 / 3', justifySelf: 'end', fontSize: vars.text.sm }),
};

/** A value that needs its column's name, which the card shows before it. */
export const named = place({ '::before': { content: 'attr(data-header) " "', color: vars.color.textSubtle } });

/** The button that opens a row from the keyboard; a click anywhere in the row triggers it too. */
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

/* A tag is vertically centered in its line, and smaller in a low row. */
globalStyle(`${table}[data-density] ${cell} > span:only-child`, { verticalAlign: 'middle' });
globalStyle(`${table}[data-density=compact] ${cell} > span:only-child`, { maxHeight: '1.25rem' });

export const emptyRow = style({ '@container': inCards({ display: 'block' }) });
export const emptyCell = style({
  padding: 0,
  borderTop: `1px solid ${vars.color.border}`,
  '@container': inCards({ display: 'block' }),
});

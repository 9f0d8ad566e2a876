import { createContainer, globalStyle, keyframes, style, type StyleRule } from '@vanilla-extract/css';
import { bareButton, surface } from '../theme/surface.css.ts';
import { media, oneLine, vars } from '../theme/vars.css.ts';

type ContainerRule = NonNullable<StyleRule['@container']>[string];

const box = createContainer();
/** Container of a table that fills its frame. Its rows are dense and become cards below 34rem; other tables do so below 46rem. */
const filledBox = createContainer();

/** Applies a rule where the container is so narrow that rows are cards. */
const inCards = (rule: ContainerRule) => ({
  [`${box} (width < 46rem)`]: rule,
  [`${filledBox} (width < 34rem)`]: rule,
});
const inRows = (rule: ContainerRule, filled: ContainerRule = rule) => ({
  [`${box} (width >= 46rem)`]: rule,
  [`${filledBox} (width >= 34rem)`]: filled,
});
/** Applies a rule at widths at which many columns fit only with smaller gaps. */
const ifTight = (rule: ContainerRule, filled: ContainerRule = rule) => ({
  [`${box} (46rem <= width < 68rem)`]: rule,
  [`${filledBox} (34rem <= width < 68rem)`]: filled,
});

export const frame = style([
  surface,
  {
    containerName: box,
    containerType: 'inline-size',
    // If the columns do not fit, the table scrolls sideways, so that no column is cut off.
    overflowX: 'auto',
    overflowY: 'hidden',
  },
]);

const scrolling = { overflow: 'auto', overscrollBehavior: 'contain' } as const;
/** The frame in which many rows scroll, below a fixed header. */
export const scrolls = style({ ...scrolling, maxHeight: 'min(70dvh, 48rem)' });
/** A frame that is as tall as its container. It has no scroll anchoring, because the caller keeps the viewed row in place. */
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
export const droppedFirst = style({
  '@container': {
    [`${filledBox} (34rem <= width < 50rem)`]: { display: 'none' },
    [`${box} (46rem <= width < 75rem)`]: { display: 'none' },
  },
});
/** Displays an element of the table, such as `tbody`, as a block while rows are cards. */
export const block = style({ '@container': inCards({ display: 'block' }) });

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
  ...oneLine,
  height: '3.25rem',
  selectors: {
    [`${table}[data-density] &`]: { height: '2.5rem', fontSize: vars.text.sm },
    // The height of a row includes its border. The fixed line height keeps the fonts of cells from making the row higher.
    [`${table}[data-density=compact] &`]: { height: '1.75rem', lineHeight: '1.5rem' },
  },
  padding: `0 ${vars.space[3]}`,
  maxWidth: '16rem',
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

// `smallCard`: the place on a card in a container below 28rem.
const place = (card: ContainerRule, smallCard: ContainerRule = {}) =>
  style({ '@container': { ...inCards(card), [`${box} (width < 28rem)`]: smallCard } });
const note = { color: vars.color.textSubtle, fontSize: vars.text.sm };

/** Places of a column's value on a card, line by line. `title` is the first line; names with `End` are at the end of a line. */
export const inCard = {
  title: place({ gridArea: '1 / 1 / 2 / 3' }),
  titleEnd: place({ gridArea: '1 / 3', justifySelf: 'end' }),
  line: style({
    '@container': {
      ...inCards({ gridArea: '2 / 1 / 3 / 3' }),
      // Spans the last column too, because the time in the line below makes that column wide. The padding leaves room for `lineEnd`.
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
  /** A value in its own line below all other values. */
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

/** A value that needs a label. The card shows the name of the column before the value. */
export const named = place({ '::before': { content: 'attr(data-header) " "', color: vars.color.textSubtle } });

/** The button that opens a row from the keyboard; a click anywhere in the row triggers it too. */
export const opener = style({
  ...bareButton,
  ...oneLine,
  display: 'block',
  width: '100%',
  textAlign: 'start',
  fontWeight: vars.weight.medium,
  cursor: 'inherit',
  ':focus-visible': { outline: 'none' },
});

/* Centers a tag vertically in its line, and makes it smaller in a compact table. */
globalStyle(`${table}[data-density] ${cell} > span:only-child`, { verticalAlign: 'middle' });
globalStyle(`${table}[data-density=compact] ${cell} > span:only-child`, { maxHeight: '1.25rem' });

export const emptyCell = style([block, { padding: 0, borderTop: `1px solid ${vars.color.border}` }]);

import { styleText } from 'node:util';

const NAME_WIDTH = 17;
const DETAIL_WIDTH = 46;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 80;

type Style = Parameters<typeof styleText>[0];

/** The output of `npm start`: a line per completed step, and below them the steps in progress. */
export type Screen = {
  /** Shows a step while it runs, then its duration and the result of `work`. */
  step<Result>(
    name: string,
    work: (say: (detail: string) => void) => Promise<Result>,
    detail?: (result: Result) => string,
  ): Promise<Result>;
  line(text: string): void;
  warn(text: string): void;
  good(text: string): void;
  table(rows: readonly (readonly [name: string, value: string])[]): void;
  heading(text: string, rest?: string): void;
  /** Prints that the stack is stopping. Results of steps in progress are no longer shown. */
  ending(): void;
  close(): void;
};

export const seconds = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** Colours and animation, only for a terminal. */
export const createScreen = (out: NodeJS.WriteStream, environment: NodeJS.ProcessEnv): Screen => {
  const isTerminal = out.isTTY && environment['TERM'] !== 'dumb';
  const isColoured = isTerminal && !environment['NO_COLOR'];
  const paint = (style: Style, text: string) => (isColoured ? styleText(style, text, { validateStream: false }) : text);
  const underWay = new Map<string, string>();
  let frame = 0;
  let isShown = false;
  let isEnding = false;
  let isClosed = false;

  const wipe = () => {
    if (isShown) out.write('\r\u001B[2K');
    isShown = false;
  };
  const show = () => {
    if (!isTerminal || underWay.size === 0) return;
    wipe();
    const texts = [...underWay].map(([name, detail]) => (detail ? `${name}: ${detail}` : name));
    const text = `  ${FRAMES[frame++ % FRAMES.length]} ${texts.join(', ')}`;
    out.write(paint('dim', text.slice(0, (out.columns || 80) - 1)));
    isShown = true;
  };
  const print = (text: string) => {
    if (isClosed) return;
    wipe();
    out.write(`${text}\n`);
    show();
  };
  const timer = isTerminal ? setInterval(show, FRAME_MS).unref() : undefined;

  const say = (name: string) => (detail: string) => {
    if (underWay.has(name)) underWay.set(name, detail);
    if (!isTerminal) out.write(`    ${name}: ${detail}\n`);
  };

  return {
    async step(name, work, detail) {
      const started = performance.now();
      underWay.set(name, '');
      show();
      try {
        const result = await work(say(name));
        underWay.delete(name);
        const shown = (detail?.(result) ?? '').padEnd(DETAIL_WIDTH);
        const took = seconds(performance.now() - started).padStart(7);
        if (!isEnding) print(`  ${paint('green', '✓')} ${name.padEnd(NAME_WIDTH)} ${paint('dim', shown)} ${took}`);
        return result;
      } catch (error) {
        underWay.delete(name);
        if (!isEnding) print(`  ${paint('red', '✗')} ${name}`);
        throw error;
      }
    },
    line: print,
    warn: (text) => print(`  ${paint('yellow', '!')} ${text}`),
    good: (text) => print(`  ${paint('green', '✓')} ${text}`),
    table: (rows) => {
      for (const [name, value] of rows) print(`  ${paint('dim', name.padEnd(NAME_WIDTH + 2))} ${value}`);
    },
    heading: (text, rest = '') => print(`${paint('bold', text)}${rest && ` ${paint('dim', rest)}`}`),
    ending: () => {
      isEnding = true;
      underWay.clear();
      print('\n  Ending…');
    },
    close: () => {
      isClosed = true;
      clearInterval(timer);
      wipe();
    },
  };
};

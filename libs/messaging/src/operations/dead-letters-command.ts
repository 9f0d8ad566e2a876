import { setTimeout as sleep } from 'node:timers/promises';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import {
  type DeadLetterContent,
  type DeadLetter,
  DropLetter,
  LETTER_STATES,
  type LetterService,
  ListLettersQuery,
} from '@portico/contracts/http/dead-letters';
import { DatabaseConfig, type DatabaseOptions, openDatabase } from '@portico/postgres';
import { readConfig } from '@portico/service';
import { asCommand } from '../audit/as-command.ts';
import { DeadLettersService } from '../dead-letters/dead-letters.service.ts';
import { Handlers } from '../dead-letters/handlers.ts';

const USAGE = `usage: dead-letters list [--state=${LETTER_STATES.join('|')}|all] [--topic=TOPIC]
       dead-letters show <id>
       dead-letters replay <id>... [--by=NAME]
       dead-letters replay --all [--by=NAME]
       dead-letters drop <id>... --reason=WHY [--by=NAME]
`;
const MAX_LISTED = 100;
/** Milliseconds that a command waits for a replay. */
const REPLAY_TIMEOUT_MS = 30_000;
const POLL_MS = 200;

type Arguments = {
  ids: number[];
  by: string;
  values: { state?: string; topic?: string; reason?: string; all?: boolean };
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const lineOf = ({ id, state, topic, partition, offset, consumer, failedAt, reason, ...letter }: DeadLetter): string => {
  const settled = letter.settledBy === null ? '' : ` by ${letter.settledBy} at ${letter.settledAt ?? ''}`;
  const why = letter.dropReason === null ? '' : ` (${letter.dropReason})`;
  return `${id}  ${state}${settled}${why}  ${topic}/${partition}/${offset}  ${consumer}  ${failedAt}  ${reason}`;
};

const pages = async (letters: DeadLettersService, values: Arguments['values']): Promise<[DeadLetter[], number]> => {
  const { state = 'waiting', topic } = values;
  const query = { limit: MAX_LISTED, ...(state !== 'all' && { state }), ...(topic !== undefined && { topic }) };
  const { data, count } = await letters.list(ListLettersQuery.parse(query));
  return [data, count];
};

/** Returns the letter after a process has tried to replay it, or unchanged after {@link REPLAY_TIMEOUT_MS}. */
async function replayed(letters: DeadLettersService, id: number, by: string): Promise<DeadLetterContent> {
  await letters.requestReplay(id, by);
  const end = performance.now() + REPLAY_TIMEOUT_MS;
  for (;;) {
    const letter = await letters.get(id);
    if (letter.requestedBy === null || performance.now() > end) return letter;
    await sleep(POLL_MS);
  }
}

/** Each action returns whether the exit code is 0. */
const ACTIONS: Record<string, (letters: DeadLettersService, args: Arguments) => Promise<boolean>> = {
  list: async (letters, { values }) => {
    const [data, count] = await pages(letters, values);
    for (const letter of data) say(lineOf(letter));
    if (count > data.length) say(`and ${count - data.length} older dead letters`);
    const waiting = await letters.waiting();
    say(`${waiting} dead letters waiting`);
    return waiting === 0;
  },
  show: async (letters, { ids }) => {
    for (const id of ids) say(JSON.stringify(await letters.get(id), null, 2));
    return true;
  },
  replay: async (letters, { ids, by, values }) => {
    const wanted = values.all ? await letters.waitingIds() : ids;
    let isRight = true;
    for (const id of wanted) {
      const letter = await replayed(letters, id, by);
      isRight &&= letter.state === 'replayed';
      if (letter.state !== 'waiting') say(`${id}: ${letter.state}`);
      else if (letter.requestedBy === null) say(`${id}: failed again: ${letter.reason}`);
      else say(`${id}: not replayed yet; the next running process of the service replays it`);
    }
    return isRight;
  },
  drop: async (letters, { ids, by, values }) => {
    const { reason } = DropLetter.parse({ reason: values.reason });
    for (const id of ids) say(lineOf(await letters.drop(id, by, reason)));
    return true;
  },
};

/**
 * Runs the command `dead-letters` of a service.
 * @returns false if the arguments name another command or none.
 */
export async function deadLettersCommand(
  [name = '', action = '', ...args]: string[],
  service: LetterService,
  database: (config: DatabaseConfig) => DatabaseOptions,
): Promise<boolean> {
  if (name !== 'dead-letters') return false;
  try {
    const run = ACTIONS[action];
    const parsed = readArguments(args);
    const wantsIds = action !== 'list' && !parsed.values.all;
    if (!run || (wantsIds && parsed.ids.length === 0) || (action === 'drop' && parsed.values.reason === undefined))
      throw new Error(USAGE.trimEnd());
    const orm = await openDatabase(database(readConfig('dead-letters', DatabaseConfig)));
    try {
      const letters = new DeadLettersService(orm, new Handlers(), { service });
      const isRight = await asCommand(orm, service, [`dead-letter-${action}`, ...args], () => run(letters, parsed));
      if (!isRight) process.exitCode = 1;
    } finally {
      await orm.close(true);
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
  return true;
}

function readArguments(args: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args,
    options: {
      state: { type: 'string' },
      topic: { type: 'string' },
      reason: { type: 'string' },
      by: { type: 'string' },
      all: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const ids = positionals.map(Number);
  const wrong = positionals.find((_, index) => !Number.isInteger(ids[index]));
  if (wrong !== undefined) throw new Error(`an id is a number, not ${wrong}`);
  return { ids, by: `${values.by ?? userInfo().username} (command)`, values };
}

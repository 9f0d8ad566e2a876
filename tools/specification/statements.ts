/** One statement in the words of the specification. `decision`: id of the decision that replaces the statement. */
export type Statement = { id: string; text: string; decision?: string };
/** A section of statements. `rest`: quotes that contain no statement, with the number of their section as `id`. */
export type Section = { title: string; statements: Statement[]; rest: { id: string; text: string }[] };

const REST_TITLE = 'Without statements';

/** Parses sections by `##`, and statements by `- id text → decision`. @throws on a line with another format. */
export const readStatements = (markdown: string): Section[] => {
  const [, ...parts] = markdown.split(/^## /m);
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    const section: Section = { title, statements: [], rest: [] };
    for (const line of lines.filter((text) => text !== '')) {
      const form = title === REST_TITLE ? /^- (\d|D) (.+)$/ : /^- ((?:\d|D)\.\d+) (.+?)(?: → (D\.\d+))?$/;
      const [, id, text, decision] = form.exec(line) ?? [];
      if (id === undefined || text === undefined) throw new Error(`statements.md: not '- id text': ${line}`);
      if (title === REST_TITLE) section.rest.push({ id, text });
      else section.statements.push({ id, text, ...(decision && { decision }) });
    }
    return section;
  });
};

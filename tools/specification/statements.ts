/** One statement, in the specification's words. `decision`: the id of the decision that replaces it. */
export type Statement = { id: string; text: string; decision?: string };
/** `rest`: quoted words that state nothing, by section of the specification. */
export type Section = { title: string; statements: Statement[]; rest: { id: string; text: string }[] };

const REST = 'Without statements';

/**
 * Parses `statements.md`: sections by `##`, statements by `- id text → decision`.
 * @throws on any other line.
 */
export const readStatements = (markdown: string): Section[] => {
  const [, ...parts] = markdown.split(/^## /m);
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    const section: Section = { title, statements: [], rest: [] };
    for (const line of lines.filter((text) => text !== '')) {
      const form = title === REST ? /^- (\d|D) (.+)$/ : /^- ((?:\d|D)\.\d+) (.+?)(?: → (D\.\d+))?$/;
      const [, id, text, decision] = form.exec(line) ?? [];
      if (id === undefined || text === undefined) throw new Error(`statements.md: not '- id text': ${line}`);
      if (title === REST) section.rest.push({ id, text });
      else section.statements.push({ id, text, ...(decision && { decision }) });
    }
    return section;
  });
};
